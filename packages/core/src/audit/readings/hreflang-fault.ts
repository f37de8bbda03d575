import { parseLanguageTag } from './language/language-tag.ts';
import { shorten } from './language/shorten.ts';
import { isPrivate } from './language/subtag-registry.ts';
import { deprecationOf, languageFault, subtagFault } from './language/tag-faults.ts';
import type { LanguageVersion } from './language-versions.ts';

/** An error in a link to a version of the page. */
export interface HreflangFault {
  /** `warn` if the code is valid, but not for Google. */
  readonly status: 'warn' | 'fail';
  readonly reason: string;
}

/** Characters of a URL that a summary quotes. */
const longestQuotedUrl = 100;

/**
 * Codes that ISO 3166-1 reserves although they are not countries, and the registry includes:
 * RFC 5646 §3.4,
 * https://www.iso.org/obp/ui/#iso:pub:PUB500001:en (exceptional reservations).
 */
const notCountries = new Set(['ac', 'cp', 'cq', 'dg', 'ea', 'eu', 'ez', 'ic', 'ta', 'un']);
/** Reserved by ISO 3166-1 for private use. */
const userAssigned = new Set(['aa', 'zz']);

/**
 * The error in the code or URL of a version. Google reads a language of two letters (ISO
 * 639-1), a script (ISO 15924) and a country (ISO 3166-1 alpha-2), and no other parts.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function hreflangFaultOf(version: LanguageVersion): HreflangFault | null {
  const { code, href, url, absolute, isDefault } = version;
  if (url === null)
    return fail(`the URL ${shorten(href, longestQuotedUrl)} is not a valid http or https URL`);
  if (!absolute)
    return fail(`the URL ${shorten(href, longestQuotedUrl)} is relative, not absolute (https://…)`);
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
