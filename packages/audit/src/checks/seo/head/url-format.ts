import { urlEvidence } from '../../../readings/evidence.ts';
import { languageFault, subtagFault } from '../../../readings/language/language-tag.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import { lengthOf } from '../../../readings/text-length.ts';
import type { Check } from '../../check.ts';

/** @remarks The limit of 150 characters is ours: Google asks for short URLs, but states no number. */
const longest = 150;

/**
 * Query parameters that hold a session ID: in PHP, Java, ASP, ColdFusion and frameworks.
 */
const sessionNames =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|sessionid|session_id|sessid)$/i;
/** `;jsessionid=…` of Java, and `/(S(…))/` of ASP.NET. */
const sessionInPath = /;jsessionid=|\/\(s\([a-z0-9]{24}\)\)/i;
/** `sid` has other meanings, unless its value looks like a session ID. */
const sessionValue = /^[a-z0-9]{26,}$/i;

/**
 * The URL can be read, typed and shared, and contains nothing but the location of the page.
 *
 * @remarks The rules for spaces and double slashes, and the names of session IDs, are ours.
 */
export const urlFormat: Check<'max'> = {
  id: 'url-format',
  category: 'seo',
  importance: 'low',
  title: 'The URL is short and readable',
  advice:
    'Use short URLs of lower-case words separated by hyphens, such as /opening-hours, and keep session IDs in cookies. Redirect the old URL when you change one.',
  why: 'People see URLs in search results and in shared links; readable words show them what to expect.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  options: {
    max: {
      default: longest,
      min: 30,
      max: 2048,
      unit: 'characters',
      description: 'A longer URL is a warning.',
    },
  },
  run: (facts, { max }) => {
    const url = ownUrlOf(facts);
    const length = lengthOf(readable(url.href));
    const faults = faultsOf(url, length, max);
    if (faults.length === 0) {
      return {
        status: 'pass',
        summary: `The URL has ${length} characters and no unusual parts.`,
        value: { length },
      };
    }
    return {
      status: 'warn',
      summary: `The URL has ${faults.join(', ')}.`,
      value: { length, faults },
      evidence: [urlEvidence(url.href)],
    };
  },
};

function faultsOf(url: URL, length: number, max: number): readonly string[] {
  const path = readable(url.pathname);
  const words = withoutLocales(path);
  const faults: (readonly [boolean, string])[] = [
    [length > max, `${length} characters, more than the ${max} of this report`],
    [hasSession(url), 'a session ID'],
    [/\s/.test(path), 'spaces'],
    // URLs of archives and proxies contain another URL.
    [path.replaceAll('://', '').includes('//'), 'two slashes in a row'],
    [joinsByUnderscores(words), 'underscores instead of hyphens'],
    [/\p{Lu}/u.test(words), 'upper-case letters'],
  ];
  return faults.flatMap(([found, name]) => (found ? [name] : []));
}

/** A language tag as it is usually written, such as `en-US`, `zh-Hant` or `pt_BR`: RFC 5646 §2.1.1. */
const localeForm = /^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Z]{2}|\d{3}))?$/;

/** A path without the segments that are language tags, whose regions and scripts have capitals. */
function withoutLocales(path: string): string {
  return path
    .split('/')
    .filter((segment) => !isLocale(segment))
    .join('/');
}

function isLocale(segment: string): boolean {
  if (!localeForm.test(segment)) return false;
  const tag = segment.replaceAll('_', '-');
  return languageFault(tag) === null && subtagFault(tag) === null;
}

/** Whether words are joined by underscores: one beside hyphens is part of an id. */
function joinsByUnderscores(path: string): boolean {
  const count = (sign: string) => path.split(sign).length - 1;
  return count('_') > 0 && count('_') >= count('-');
}

function hasSession(url: URL): boolean {
  if (sessionInPath.test(url.pathname)) return true;
  if (url.search === '') return false;
  for (const [name, value] of url.searchParams) {
    if (sessionNames.test(name) && value !== '') return true;
    if (name.toLowerCase() === 'sid' && sessionValue.test(value)) return true;
  }
  return false;
}

/** As people see it: URLs escape each letter of other scripts with several characters. */
function readable(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
