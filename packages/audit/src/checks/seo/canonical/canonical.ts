import type { AuditFacts } from '../../../audit-facts.ts';
import { type CanonicalLink, canonicalLinksOf } from '../../../readings/canonical-links.ts';
import { isAmp } from '../../../readings/is-amp.ts';
import { type LanguageVersion, languageVersionsOf } from '../../../readings/language-versions.ts';
import { comparableOwnUrlOf, isLeftPrivate } from '../../../readings/own-url.ts';
import { isStartName, languageInPath } from '../../../url/url-names.ts';
import type { Check } from '../../check.ts';

const listed = 25;

/** If the page has a canonical link, it is absolute, valid and the only one. One that begins with `/` is only advised against. */
export const canonical: Check = {
  id: 'canonical',
  category: 'seo',
  importance: 'medium',
  family: 'canonical',
  title: 'The canonical link is valid',
  advice:
    'Keep one canonical link in the <head>, with the absolute URL of the page (https://…): <link rel="canonical" href="https://example.com/page">.',
  why: 'Search engines may ignore a faulty canonical link, and show another URL of the page than the one you intend.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const links = canonicalLinksOf(facts);
    const [first] = links;
    if (!first) return { status: 'na', summary: 'The page has no canonical link.' };
    const value = [...new Set(links.map(({ url, href }) => url ?? href))].slice(0, listed);
    const evidence = links.slice(0, listed).map((link) => link.evidence);
    const fault = faultOf(links, facts);
    if (fault) return { status: 'fail', summary: fault, value, evidence };
    const relative = links.find(({ absolute }) => !absolute);
    if (relative) {
      const summary = `The canonical link is a relative URL, which Google supports, but advises against: ${relative.href}`;
      return { status: 'warn', summary, value, evidence };
    }
    return { status: 'pass', summary: `The canonical URL is ${first.href}.`, value, evidence };
  },
};

function faultOf(links: readonly CanonicalLink[], facts: AuditFacts): string | undefined {
  const invalid = links.find(({ url }) => url === null);
  if (invalid) return `The canonical link is not a valid http or https URL: ${invalid.href}`;
  const pageUrl = comparableOwnUrlOf(facts);
  // Below, one that leads to the page itself is only advised against.
  const relative = links.find(
    ({ absolute, href, url }) => !absolute && !href.trim().startsWith('/') && url !== pageUrl,
  );
  if (relative) return `The canonical link is a relative URL: ${relative.href}`;
  const urls = [...new Set(links.flatMap(({ url }) => url ?? []))];
  if (urls.length > 1) return `The page has ${urls.length} different canonical links.`;
  const [target] = urls;
  if (target !== undefined && isLeftPrivate(facts, target))
    return `The canonical link names a private address, which search engines cannot reach: ${target}`;
  if (target === undefined || target === pageUrl) return undefined;
  // An AMP page names the page of which it is a form.
  if (isAmp(facts.page)) return undefined;
  const named = languageVersionsOf(facts);
  if (pointsAtRoot(target, pageUrl) && !isVersionAt(named, target, languageInPath(pageUrl))) {
    return 'The canonical link of this page points to the home page.';
  }
  // Language versions are separate pages; none is a copy of another.
  const versions = new Set(named.map(({ url }) => url));
  if (versions.has(pageUrl) && versions.has(target)) {
    return `The canonical link points to another language version of this page: ${target}`;
  }
  return undefined;
}

/** Whether the page has a version in this language at the URL: `/` for `/en`, which are then one page. */
function isVersionAt(
  versions: readonly LanguageVersion[],
  target: string,
  language: string | null,
): boolean {
  return (
    language !== null &&
    versions.some(({ code, url }) => url === target && code.trim().toLowerCase() === language)
  );
}

function pointsAtRoot(target: string, pageUrl: string): boolean {
  const [to, from] = [new URL(target), new URL(pageUrl)];
  const isInner = !isStartName(pageUrl) || languageInPath(pageUrl) !== null;
  return to.origin === from.origin && to.pathname === '/' && to.search === '' && isInner;
}
