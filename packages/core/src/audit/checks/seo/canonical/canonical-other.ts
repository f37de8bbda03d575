import { comparableUrl } from '../../../fetch/comparable-url.ts';
import { withoutTracking } from '../../../fetch/tracking-parameters.ts';
import type { Check, Outcome } from '../../check.ts';
import { canonicalLinksOf } from './canonical-links.ts';

/** Search engines show the page that the canonical link names: another one there hides this one. */
export const canonicalOther: Check = {
  id: 'canonical-other',
  category: 'seo',
  importance: 'medium',
  title: 'The canonical link points at this page',
  advice:
    'If this page is meant to be found, point its canonical link at its own address. If it is a copy on purpose, this is right as it is.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  gate: {
    cap: 79,
    closesOn: 'warn',
    reason:
      'The page names another page as its canonical version and will probably not be indexed itself.',
    indexability: false,
  },
  run: (facts): Outcome => {
    const links = canonicalLinksOf(facts);
    const targets = [...new Set(links.flatMap(({ url }) => (url === null ? [] : [url])))];
    const [target] = targets;
    // Conflicting links are ignored by search engines: `canonical` speaks of those.
    if (target === undefined || targets.length > 1) {
      return { status: 'na', summary: 'The page declares no single canonical link.' };
    }
    const own = comparableUrl(new URL(facts.response.finalUrl));
    if (target === own) {
      return { status: 'pass', summary: 'The canonical link points at this page.', value: target };
    }
    // What a canonical link is for: nobody wants the address of a campaign to be found.
    if (target === withoutTracking(own)) {
      const summary =
        'The canonical link points at this page without the parameters that visits are counted by.';
      return { status: 'pass', summary, value: target };
    }
    return {
      status: 'warn',
      summary: `The canonical link points at ${target}; this page itself will probably not be indexed.`,
      value: target,
      evidence: links.map((link) => link.evidence),
    };
  },
};
