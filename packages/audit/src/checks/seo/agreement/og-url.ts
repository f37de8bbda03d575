import type { Outcome } from '../../../outcome.ts';
import { canonicalLinksOf, canonicalUrlOf } from '../../../readings/canonical-links.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { comparableOwnUrlOf } from '../../../readings/own-url.ts';
import { isAbsoluteUrl, shareTagsOf } from '../../../readings/share-tags.ts';
import { comparableUrl, withoutTracking } from '../../../url/comparable-url.ts';
import { webUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/** The URL for link previews is the canonical URL, up to what servers usually redirect. */
export const ogUrl: Check = {
  id: 'og-url',
  category: 'seo',
  importance: 'low',
  family: 'social',
  title: 'og:url is the canonical URL',
  advice:
    'Set og:url to the URL of the canonical link, on every page. Shared links lead to og:url, and previews and counts of shares are those of that page.',
  why: 'Social networks may count shares of the page for another URL, and lead people who click there.',
  source: 'https://ogp.me/',
  run: (facts): Outcome => {
    const [tag, ...others] = shareTagsOf(facts.page).get('og:url') ?? [];
    if (tag === undefined) return { status: 'na', summary: 'The page has no og:url.' };
    const canonical = canonicalUrlOf(facts);
    if (canonical === null) return { status: 'na', summary: 'The page has no canonical URL.' };
    // The check `open-graph` reports relative URLs.
    const url = isAbsoluteUrl(tag.content) ? webUrl(tag.content) : null;
    if (url === null || others.some(({ content }) => content !== tag.content)) {
      return { status: 'na', summary: 'The page has no single, absolute og:url.' };
    }
    const pageUrl = comparableOwnUrlOf(facts);
    const named = comparableUrl(url);
    const value = { ogUrl: url.href, canonical };
    // The check `canonical-other` reports a canonical link to another page.
    if (isSamePage(named, pageUrl) && !isSamePage(canonical, pageUrl)) {
      return { status: 'na', summary: 'The canonical link names another page.', value };
    }
    if (isSamePage(named, canonical)) {
      return {
        status: 'pass',
        summary: 'og:url and the canonical link name the same page.',
        value,
      };
    }
    const isHome = url.pathname === '/' && url.search === '';
    return {
      status: 'warn',
      summary: `og:url names ${isHome ? 'the home page' : 'another page'}, not the canonical URL: ${shown(url.href)}.`,
      value,
      evidence: [tagEvidence(tag.meta), ...canonicalLinksOf(facts).map(({ evidence }) => evidence)],
    };
  },
};

function isSamePage(a: string, b: string): boolean {
  return formOf(a) === formOf(b);
}

/** What servers redirect to one form: scheme, `www.`, a slash at the end, index files, upper case. */
function formOf(url: string): string {
  return withoutTracking(url)
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/(?:index\.(?:html?|php))?(?=\?|$)/, '');
}

function shown(url: string): string {
  return url.length <= 200 ? url : `${url.slice(0, 199)}…`;
}
