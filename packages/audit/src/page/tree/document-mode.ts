/** The layout mode that the doctype selects. */
export type DocumentMode = 'no-quirks' | 'limited-quirks' | 'quirks';

const quirksSystemId = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
const quirksPublicIds = new Set([
  '-//w3o//dtd w3 html strict 3.0//en//',
  '-/w3c/dtd html 4.0 transitional/en',
  'html',
]);

/** Prefixes of public ids that mean quirks: the standard's list, with common parts factored out. */
const quirksPrefixes = [
  '+//silmaril//dtd html pro v0r11 19970101//',
  ...['as', 'advasoft ltd'].map((who) => `-//${who}//dtd html 3.0 aswedit + extensions//`),
  ...[
    ...['2.0 level 1', '2.0 level 2', '2.0 strict level 1', '2.0 strict level 2', '2.0 strict'],
    ...['2.0', '2.1e', '3.0', '3.2 final', '3.2', '3', 'level 0', 'level 1', 'level 2', 'level 3'],
    ...['strict level 0', 'strict level 1', 'strict level 2', 'strict level 3', 'strict'],
  ].map((version) => `-//ietf//dtd html ${version}//`),
  '-//ietf//dtd html//',
  '-//metrius//dtd metrius presentational//',
  ...['2.0', '3.0'].flatMap((version) =>
    ['html strict', 'html', 'tables'].map(
      (part) => `-//microsoft//dtd internet explorer ${version} ${part}//`,
    ),
  ),
  ...['dtd html', 'dtd strict html'].map((part) => `-//netscape comm. corp.//${part}//`),
  ...['html 2.0', 'html extended 1.0', 'html extended relaxed 1.0'].map(
    (part) => `-//o'reilly and associates//dtd ${part}//`,
  ),
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//',
  '-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//',
  '-//spyglass//dtd html 2.0 extended//',
  ...['html', 'strict html'].map((part) => `-//sun microsystems corp.//dtd hotjava ${part}//`),
  ...[
    ...['3 1995-03-24', '3.2 draft', '3.2 final', '3.2', '3.2s draft', '4.0 frameset'],
    ...['4.0 transitional', 'experimental 19960712', 'experimental 970421'],
  ].map((version) => `-//w3c//dtd html ${version}//`),
  '-//w3c//dtd w3 html//',
  '-//w3o//dtd w3 html 3.0//',
  ...['mozilla html 2.0', 'mozilla html'].map((part) => `-//webtechs//dtd ${part}//`),
];
const html401Prefixes = ['frameset', 'transitional'].map(
  (kind) => `-//w3c//dtd html 4.01 ${kind}//`,
);
const limitedPrefixes = ['frameset', 'transitional'].map(
  (kind) => `-//w3c//dtd xhtml 1.0 ${kind}//`,
);

/**
 * The mode that a doctype selects.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
 *
 * @param source - The doctype, from `<!` to `>`.
 */
export function documentMode(source: string): DocumentMode {
  if (/^<!doctype html>$/i.test(source)) return 'no-quirks';
  const doctype = parse(source);
  if (doctype.name !== 'html' || doctype.broken) return 'quirks';
  const publicId = doctype.publicId?.toLowerCase() ?? null;
  const systemId = doctype.systemId?.toLowerCase() ?? null;
  if (systemId === quirksSystemId) return 'quirks';
  if (publicId === null) return 'no-quirks';
  const hasPrefix = (prefix: string) => publicId.startsWith(prefix);
  if (quirksPublicIds.has(publicId) || quirksPrefixes.some(hasPrefix)) return 'quirks';
  if (html401Prefixes.some(hasPrefix)) return systemId === null ? 'quirks' : 'limited-quirks';
  return limitedPrefixes.some(hasPrefix) ? 'limited-quirks' : 'no-quirks';
}

interface Doctype {
  readonly name: string;
  readonly publicId: string | null;
  readonly systemId: string | null;
  /** The standard's "force-quirks flag". */
  readonly broken: boolean;
}

function parse(source: string): Doctype {
  const name = /^<!doctype[\t\n\f\r ]*([^\t\n\f\r >]*)/i.exec(source);
  let rest = source
    .slice(name?.[0].length ?? 0)
    .replace(/>$/, '')
    .replace(/^[\t\n\f\r ]*/, '');
  const doctype = { name: (name?.[1] ?? '').toLowerCase(), publicId: null, systemId: null };
  if (!source.endsWith('>')) return { ...doctype, broken: true };
  if (rest === '') return { ...doctype, broken: false };
  const keyword = /^(?:public|system)[\t\n\f\r ]*/i.exec(rest)?.[0];
  if (keyword === undefined) return { ...doctype, broken: true };
  rest = rest.slice(keyword.length);
  const first = quoted(rest);
  if (first === null || !first.closed) return { ...doctype, broken: true };
  if (/^s/i.test(keyword)) return { ...doctype, systemId: first.value, broken: false };
  rest = rest.slice(first.length).replace(/^[\t\n\f\r ]*/, '');
  if (rest === '') return { ...doctype, publicId: first.value, broken: false };
  const second = quoted(rest);
  return {
    ...doctype,
    publicId: first.value,
    systemId: second?.value ?? null,
    broken: !second?.closed,
  };
}

function quoted(text: string): { value: string; length: number; closed: boolean } | null {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return null;
  const end = text.indexOf(quote, 1);
  if (end === -1) return { value: text.slice(1), length: text.length, closed: false };
  return { value: text.slice(1, end), length: end + 1, closed: true };
}
