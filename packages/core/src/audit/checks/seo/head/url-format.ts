import type { Check } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';
import { lengthOf } from './text-length.ts';

/** The bound that Screaming Frog warns at; Google names none. */
const longest = 115;

/**
 * Names of query parameters that hold a session: those of PHP, Java, ASP and ColdFusion, and what
 * frameworks call it.
 */
const sessionNames =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|cfid|cftoken|sessionid|session_id|sessid)$/i;
/** `;jsessionid=…` of Java, and `/(S(…))/` of ASP.NET. */
const sessionInPath = /;jsessionid=|\/\(s\([a-z0-9]{24}\)\)/i;
/** `sid` means other things too, except where its value can only be a session's. */
const sessionValue = /^[a-z0-9]{26,}$/i;

/** An address that people can read, type and share, and that stands for the page alone. */
export const urlFormat: Check = {
  id: 'url-format',
  category: 'seo',
  importance: 'low',
  title: 'The address of the page is short and plain',
  advice:
    'Use short addresses of lower-case words with hyphens between them, such as /opening-hours, and keep sessions in cookies. Where you change an address, redirect the old one.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  run: ({ response }) => {
    const url = new URL(response.finalUrl);
    const length = lengthOf(decoded(url.href));
    const faults = faultsOf(url, length);
    if (faults.length === 0) {
      return { status: 'pass', summary: 'The address is short and plain.', value: { length } };
    }
    return {
      status: 'warn',
      summary: `The address of the page has ${faults.join(', ')}.`,
      value: { length, faults },
      evidence: [urlEvidence(url.href)],
    };
  },
};

function faultsOf(url: URL, length: number): readonly string[] {
  const path = decoded(url.pathname);
  const faults: (readonly [boolean, string])[] = [
    [length > longest, `${length} characters, more than ${longest}`],
    [hasSession(url), 'the number of a session'],
    [/\s/.test(path), 'spaces'],
    // Archives and proxies have a whole address in theirs.
    [path.replaceAll('://', '').includes('//'), 'two slashes in a row'],
    [path.includes('_'), 'underscores in the place of hyphens'],
    [/\p{Lu}/u.test(path), 'upper-case letters'],
  ];
  return faults.flatMap(([found, name]) => (found ? [name] : []));
}

function hasSession({ pathname, searchParams }: URL): boolean {
  if (sessionInPath.test(pathname)) return true;
  for (const [name, value] of searchParams) {
    if (sessionNames.test(name) && value !== '') return true;
    if (name.toLowerCase() === 'sid' && sessionValue.test(value)) return true;
  }
  return false;
}

/** As people see it: letters of other scripts are escaped in a URL, several signs for each. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
