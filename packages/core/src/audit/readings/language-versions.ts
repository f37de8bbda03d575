import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence } from '../outcome.ts';
import { baseUrlOf } from '../url/base-url.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { webUrl } from '../url/web-url.ts';
import { relTokens } from './canonical-links.ts';
import { headerEvidence, tagEvidence } from './evidence.ts';
import { parseLinkHeader } from './link-header.ts';
import { memoize } from './text/once.ts';

/** A language version of the page, possibly itself, from an hreflang link. */
export interface LanguageVersion {
  /** `hreflang` as written. */
  readonly code: string;
  /** `href` as written, trimmed. */
  readonly href: string;
  /** Resolved by {@link comparableUrl}; `null` if it is not an http(s) URL. */
  readonly url: string | null;
  /** Whether it was written as an absolute http(s) URL. */
  readonly absolute: boolean;
  /** Whether it is for all other languages (`x-default`). */
  readonly isDefault: boolean;
  readonly evidence: Evidence;
}

/** Limits for versions and the characters of their URLs, far above any real page. */
const most = { versions: 1_000, characters: 200_000 } as const;

/** Feeds and data files also use hreflang, but are not versions of the page. */
const otherTypes = /\b(?:rss|atom|json|xml|pdf)\b/i;

/**
 * The language versions of the page: links with `rel=alternate` and a language in the head, and those
 * of `Link` headers.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export const languageVersionsOf = memoize(readLanguageVersions);

/** The page's own URL, comparable with {@link LanguageVersion.url}. */
export function ownUrlOf({ response }: AuditFacts): string {
  return comparableUrl(new URL(response.finalUrl));
}

function readLanguageVersions(facts: AuditFacts): readonly LanguageVersion[] {
  const versions: LanguageVersion[] = [];
  let room: number = most.characters;
  for (const { code, href, base, evidence } of alternatesOf(facts)) {
    if (versions.length === most.versions || room <= 0) break;
    const parsed = webUrl(href, base);
    room -= parsed?.href.length ?? href.length;
    versions.push({
      code,
      href,
      url: parsed && comparableUrl(parsed),
      absolute: /^https?:\/\//i.test(href) && webUrl(href) !== null,
      isDefault: code.toLowerCase() === 'x-default',
      evidence: evidence(),
    });
  }
  return versions;
}

function* alternatesOf({ page, response }: AuditFacts) {
  const base = baseUrlOf(page.baseHref, response.finalUrl).href;
  for (const tag of page.links) {
    const { inHead, rel, type, hreflang: code } = tag;
    const href = tag.href?.trim();
    const isPage = type === null || /html/i.test(type) || !otherTypes.test(type);
    if (!inHead || !isPage || !rel.includes('alternate') || rel.includes('stylesheet')) continue;
    if (code && href) yield { code, href, base, evidence: () => tagEvidence(tag) };
  }
  for (const line of response.headers.get('link') ?? []) {
    for (const { target, parameters } of parseLinkHeader(line)) {
      const code = parameters.get('hreflang');
      const href = target.trim();
      if (!relTokens(parameters.get('rel')).includes('alternate') || parameters.has('anchor'))
        continue;
      if (!code || !href) continue;
      yield { code, href, base: response.finalUrl, evidence: () => headerEvidence('Link', line) };
    }
  }
}
