import { comparableUrl } from '../../../fetch/comparable-url.ts';
import { parseLinkHeader } from '../../../fetch/link-header.ts';
import { baseUrlOf } from '../../../page/base-url.ts';
import { once } from '../../../text/once.ts';
import type { AuditFacts, Evidence } from '../../check.ts';
import { headerEvidence, tagEvidence } from '../../evidence.ts';
import { relTokens } from './canonical-links.ts';

/** A version of the page in another language, or itself, by hreflang. */
export interface LanguageVersion {
  /** `hreflang` as written. */
  readonly code: string;
  /** `href` as written, trimmed. */
  readonly href: string;
  /** Resolved, as {@link comparableUrl} has it; `null` where it cannot be parsed. */
  readonly url: string | null;
  /** Whether it was written as an absolute http(s) URL. */
  readonly absolute: boolean;
  /** Whether it is for readers of all other languages. */
  readonly isDefault: boolean;
  readonly evidence: Evidence;
}

/** Versions that are looked at: there are not as many languages and countries on any real page. */
const most = 1_000;

/** Feeds and data say their language by hreflang too, and are no versions of the page. */
const otherTypes = /\b(?:rss|atom|json|xml|pdf)\b/i;

/**
 * The versions that the page names: links with `rel=alternate` and a language in the head, and those
 * of `Link` headers.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export const languageVersionsOf = once(readLanguageVersions);

/** The page's own URL, as those of {@link LanguageVersion} are written. */
export function ownUrlOf({ response }: AuditFacts): string {
  return comparableUrl(new URL(response.finalUrl));
}

function readLanguageVersions({ page, response }: AuditFacts): readonly LanguageVersion[] {
  const base = baseUrlOf(page.baseHref, response.finalUrl).href;
  const inHead = page.links
    .filter(({ inHead, rel, type }) => {
      const isPage = type === null || /html/i.test(type) || !otherTypes.test(type);
      return inHead && isPage && rel.includes('alternate') && !rel.includes('stylesheet');
    })
    .slice(0, most)
    .flatMap((tag) => version(tag.hreflang, tag.href, base, tagEvidence(tag)));
  const inHeaders = (response.headers.get('link') ?? []).flatMap((line) => {
    const evidence = headerEvidence('Link', line);
    return parseLinkHeader(line)
      .filter(({ parameters }) => relTokens(parameters.get('rel')).includes('alternate'))
      .filter(({ parameters }) => !parameters.has('anchor'))
      .flatMap(({ target, parameters }) =>
        version(parameters.get('hreflang') ?? null, target, response.finalUrl, evidence),
      );
  });
  return [...inHead, ...inHeaders];
}

function version(
  code: string | null,
  written: string | null,
  base: string,
  evidence: Evidence,
): readonly LanguageVersion[] {
  const href = written?.trim();
  if (!code || !href) return [];
  return [
    {
      code,
      href,
      url: URL.canParse(href, base) ? comparableUrl(new URL(href, base)) : null,
      absolute: /^https?:\/\//i.test(href) && URL.canParse(href),
      isDefault: code.toLowerCase() === 'x-default',
      evidence,
    },
  ];
}
