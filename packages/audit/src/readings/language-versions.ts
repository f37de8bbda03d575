import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence } from '../outcome.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { baseUrlOf, webUrl } from '../url/web-url.ts';
import { isAlternate } from './alternate-link.ts';
import { headerRelTokens } from './canonical-links.ts';
import { countText } from './count-text.ts';
import { headerEvidence, tagEvidence, urlEvidence } from './evidence.ts';
import {
  deprecationOf,
  languageFault,
  parseLanguageTag,
  shorten,
  subtagFault,
} from './language/language-tag.ts';
import { isPrivate } from './language/subtag-registry.ts';
import { parseLinkHeader } from './link-header.ts';
import { memoize } from './memoize.ts';
import { addNote } from './notes.ts';
import { isLeftPrivate } from './own-url.ts';

/** A language version of the page, possibly itself, from an hreflang link. */
export interface LanguageVersion {
  /** `hreflang` as written. */
  readonly code: string;
  /** `href` as written, trimmed; `''` without one. */
  readonly href: string;
  /** Resolved by {@link comparableUrl}; `null` if it is not an http(s) URL. */
  readonly url: string | null;
  /** Whether it was written as an absolute http(s) URL. */
  readonly absolute: boolean;
  /** Whether it has a private address, which the page itself does not have. */
  readonly isPrivate: boolean;
  /** Whether it is for all other languages (`x-default`). */
  readonly isDefault: boolean;
  readonly evidence: Evidence;
}

/** Limits for versions and the characters of their URLs, far above any real page. */
const limits = { versions: 1_000, characters: 100_000 } as const;

/** Feeds and data files also use hreflang, but are not versions of the page. */
const otherTypes = /\b(?:rss|atom|json|xml|pdf)\b/i;

/**
 * The language versions of the page: links with `rel=alternate` and a language in the head, those
 * of `Link` headers, and those that the sitemap names for it and none of the others does.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export const languageVersionsOf = memoize(readLanguageVersions);

function readLanguageVersions(facts: AuditFacts): readonly LanguageVersion[] {
  const versions: LanguageVersion[] = [];
  let remaining: number = limits.characters;
  const named = new Set<string>();
  for (const { code, href, base, isListed = false, evidence } of alternatesOf(facts)) {
    if (versions.length === limits.versions || remaining <= 0) {
      addNote(facts.page, `only the first ${countText(versions.length)} hreflang links are read`);
      break;
    }
    const parsed = href === '' ? null : webUrl(href, base);
    const url = parsed && comparableUrl(parsed);
    const key = `${code.trim().toLowerCase()} ${url}`;
    if (isListed && named.has(key)) continue;
    named.add(key);
    remaining -= parsed?.href.length ?? href.length;
    versions.push({
      code,
      href,
      url,
      absolute: parsed !== null && /^https?:\/\//i.test(href),
      isPrivate: isLeftPrivate(facts, parsed),
      isDefault: code.toLowerCase() === 'x-default',
      evidence: evidence(),
    });
  }
  return versions;
}

/** A version as it is written. */
interface WrittenVersion {
  readonly code: string;
  readonly href: string;
  readonly base: string;
  /** Whether it is from the sitemap. */
  readonly isListed?: boolean;
  readonly evidence: () => Evidence;
}

function* alternatesOf({ page, response, sitemap }: AuditFacts): Generator<WrittenVersion> {
  const base = baseUrlOf(page.baseHref, response.finalUrl).href;
  for (const tag of page.links) {
    const { inHead, type, hreflang: code } = tag;
    const href = tag.href?.trim();
    const isPage = type === null || /html/i.test(type) || !otherTypes.test(type);
    if (!inHead || !isPage || !isAlternate(tag)) continue;
    if (code) yield { code, href: href ?? '', base, evidence: () => tagEvidence(tag) };
  }
  for (const line of response.headers.get('link') ?? []) {
    for (const { target, parameters } of parseLinkHeader(line)) {
      const code = parameters.get('hreflang');
      const href = target.trim();
      if (!headerRelTokens(parameters.get('rel')).includes('alternate') || parameters.has('anchor'))
        continue;
      if (!code) continue;
      yield { code, href, base: response.finalUrl, evidence: () => headerEvidence('Link', line) };
    }
  }
  for (const { code, href } of sitemap.pageVersions) {
    const evidence = () => urlEvidence(`${href} (hreflang="${code}" in the sitemap)`);
    if (code !== '') yield { code, href, base: response.finalUrl, isListed: true, evidence };
  }
}

/** An error in a link to a version of the page. */
interface HreflangFault {
  /** `warn` if the code is valid, but not for Google. */
  readonly status: 'warn' | 'fail';
  readonly reason: string;
}

/** Summaries quote only the beginning of longer URLs. */
const maxQuotedUrlLength = 100;

/**
 * Codes in the registry that are not countries: the exceptional reservations of ISO 3166-1.
 * See RFC 5646 §3.4 and https://www.iso.org/obp/ui/#iso:pub:PUB500001:en.
 */
const notCountries = new Set(['ac', 'cp', 'cq', 'dg', 'ea', 'eu', 'ez', 'ic', 'ta', 'un']);
/** Reserved by ISO 3166-1 for private use. */
const userAssigned = new Set(['aa', 'zz']);

/**
 * The error in the code or URL of a version; `null` if there is none. Google reads a two-letter
 * language (ISO 639-1), a script (ISO 15924) and a country (ISO 3166-1 alpha-2), and no other parts.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function hreflangFaultOf(version: LanguageVersion): HreflangFault | null {
  const { code, href, url, absolute, isPrivate: isLocal, isDefault } = version;
  if (href === '') return fail(`the link for “${shorten(code)}” has no URL`);
  if (url === null)
    return fail(`the URL ${shorten(href, maxQuotedUrlLength)} is not a valid http or https URL`);
  if (!absolute)
    return fail(
      `the URL ${shorten(href, maxQuotedUrlLength)} is relative, not absolute (https://…)`,
    );
  if (isLocal) return fail(`the URL ${shorten(href, maxQuotedUrlLength)} has a private address`);
  if (isDefault) return null;
  const fault = code.trim().toLowerCase() === 'x-default' ? null : languageFault(code);
  if (fault !== null) return fail(fault);
  const partFault = subtagFault(code);
  if (partFault !== null) return fail(partFault);
  const unsupported = unsupportedPartOf(code);
  if (unsupported !== null)
    return warn(`“${shorten(code)}” has ${unsupported}, which Google does not support`);
  const old = deprecationOf(code);
  return old === null ? null : warn(old);
}

function unsupportedPartOf(code: string): string | null {
  const parts = parseLanguageTag(code);
  if (parts === null) return null;
  const region = parts.region?.toLowerCase() ?? '';
  if (parts.language.length > 2) return 'a three-letter language code';
  if (/^\d/.test(region)) return 'a numeric region';
  if (notCountries.has(region) || userAssigned.has(region) || isPrivate(region)) {
    return 'a region that is not a country in ISO 3166-1';
  }
  if (parts.extended !== null) return 'an extended language subtag';
  return parts.variants.length > 0 || parts.extension !== '' ? 'parts after the region' : null;
}

function fail(reason: string): HreflangFault {
  return { status: 'fail', reason };
}

function warn(reason: string): HreflangFault {
  return { status: 'warn', reason };
}
