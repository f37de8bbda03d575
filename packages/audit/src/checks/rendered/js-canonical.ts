import type { AuditFacts } from '../../audit-facts.ts';
import { canonicalLinksOf } from '../../readings/canonical-links.ts';
import { sourceFactsOf } from '../../readings/rendered-page.ts';
import type { Check } from '../check.ts';

/** Scripts do not change the canonical link: Google then sees two. One that only scripts add is seen late. */
export const jsCanonical: Check = {
  id: 'js-canonical',
  category: 'seo',
  importance: 'medium',
  reads: 'browser',
  family: 'canonical',
  title: 'The canonical link is the same before and after scripts run',
  advice:
    'Send the canonical link in the HTML of the server, and do not let scripts change it: <link rel="canonical" href="https://example.com/page">.',
  why: 'Search engines get two answers to which URL they should show, and may follow neither.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls#rel-canonical-link-method',
  run: (facts) => {
    const source = sourceFactsOf(facts);
    const [before, after] = [urlsOf(source), urlsOf(facts)];
    const value = { source: before, rendered: after };
    if (before.join(' ') === after.join(' ')) {
      return before.length === 0
        ? { status: 'na', summary: 'The page has no canonical link.' }
        : { status: 'pass', summary: 'Scripts do not change the canonical link.', value };
    }
    const evidence = canonicalLinksOf(after.length > 0 ? facts : source).map(
      (link) => link.evidence,
    );
    if (before.length === 0) {
      const summary = `Only scripts add the canonical link to ${after[0]}.`;
      return { status: 'warn', summary, value, evidence };
    }
    const summary =
      after.length === 0
        ? `Scripts remove the canonical link to ${before[0]}.`
        : `Scripts change the canonical link from ${before[0]} to ${after.at(-1)}.`;
    return { status: 'fail', summary, value, evidence };
  },
};

function urlsOf(facts: AuditFacts): readonly string[] {
  return [...new Set(canonicalLinksOf(facts).map(({ url, href }) => url ?? href))];
}
