import { parseLanguageTag } from '../../../language/language-tag.ts';
import { shorten } from '../../../language/shorten.ts';
import { isPrivate } from '../../../language/subtag-registry.ts';
import { deprecationOf, languageFault, subtagFault } from '../../../language/tag-faults.ts';
import type { LanguageVersion } from './language-versions.ts';

/** What is wrong with a link to a version of the page. */
export interface HreflangFault {
  /** `warn` where the code means something, but not to Google. */
  readonly status: 'warn' | 'fail';
  readonly reason: string;
}

/** Characters of an address that are quoted in a sentence. */
const longestAddress = 100;

/**
 * Codes that ISO 3166-1 keeps for what is no country, and the registry takes over: RFC 5646 §3.4,
 * https://www.iso.org/obp/ui/#iso:pub:PUB500001:en (exceptional reservations).
 */
const noCountries = new Set(['ac', 'cp', 'cq', 'dg', 'ea', 'eu', 'ez', 'ic', 'ta', 'un']);
/** Kept for private use in the registry, by ISO 3166-1 itself. */
const userAssigned = new Set(['aa', 'zz']);

/**
 * What is wrong with a version's code or address. Google reads a language of two letters (ISO
 * 639-1), a script (ISO 15924) and a country (ISO 3166-1 alpha-2), and no other parts.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function hreflangFaultOf(version: LanguageVersion): HreflangFault | null {
  const { code, href, url, absolute, isDefault } = version;
  if (url === null)
    return fail(`the address ${shorten(href, longestAddress)} is not a valid http or https URL`);
  if (!absolute)
    return fail(
      `the address ${shorten(href, longestAddress)} is not an absolute one, with https://`,
    );
  if (isDefault) return null;
  const fault = code.trim().toLowerCase() === 'x-default' ? null : languageFault(code);
  if (fault !== null) return fail(fault);
  const partFault = subtagFault(code);
  if (partFault !== null) return fail(partFault);
  const unread = unreadPartOf(code);
  if (unread !== null) return warn(`“${shorten(code)}” has ${unread}, which Google does not read`);
  const old = deprecationOf(code);
  return old === null ? null : warn(old);
}

function unreadPartOf(code: string): string | null {
  const parts = parseLanguageTag(code);
  if (parts === null) return null;
  const region = parts.region?.toLowerCase() ?? '';
  if (parts.language.length > 2) return 'a language of three letters';
  if (/^\d/.test(region)) return 'a region by number';
  if (noCountries.has(region) || userAssigned.has(region) || isPrivate(region)) {
    return 'a region that is no country of ISO 3166-1';
  }
  if (parts.extended !== null) return 'an extended language';
  return parts.variants.length > 0 || parts.extension !== '' ? 'parts behind the region' : null;
}

function fail(reason: string): HreflangFault {
  return { status: 'fail', reason };
}

function warn(reason: string): HreflangFault {
  return { status: 'warn', reason };
}
