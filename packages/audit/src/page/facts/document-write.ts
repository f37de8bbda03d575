/** Characters of a script that are read. */
const readLimit = 20_000;

const scriptEnd = /<\/script/i;
const space = /\s/;
const lineEnd = /[\r\n]/;
const word = /[\w$]+/y;
/** Another window's document does not belong to the page. */
const call = /(?:window\s?\.\s?)?document\s?\.\s?write(?:ln)?\s?\(/y;

/** What an argument contains that makes browsers load a file. Scripts are often written in parts, but not their `src`. */
const loading = /<(?:script|link|iframe|img)|src\s?=(?!=)/i;

/** Words that a slash follows only as the beginning of a regular expression. */
const operators = new Set(
  'case delete do else in instanceof of return throw typeof void'.split(' '),
);

/**
 * Whether a script calls `document.write` or `writeln` with the tag of a file to load, in a statement that certainly
 * runs while the page is read: not in a function, a condition, a comment or a string. The beginning of a long script
 * is read.
 *
 * @param text - The page.
 * @param from - Where the content of the script begins.
 */
export function callsDocumentWrite(text: string, from: number): boolean {
  const read = text.slice(from, from + readLimit);
  const end = read.search(scriptEnd);
  const script = end === -1 ? read : read.slice(0, end);
  let depth = 0;
  /** Where the call begins that the position is in. */
  let callStart = -1;
  /** The last word or character outside of spaces and comments. */
  let before = ';';
  let at = 0;
  while (at < script.length) {
    const character = script.charAt(at);
    const ignoredTo = endOfIgnored(script, at);
    if (ignoredTo > at) {
      at = ignoredTo;
      continue;
    }
    const literalTo = isLiteral(character, before) ? endOfLiteral(script, at) : at;
    // What follows cannot be distinguished from the inside of a literal.
    if (literalTo === null) return false;
    word.lastIndex = at;
    const name = word.exec(script)?.[0] ?? character;
    if (depth === 0 && (before === ';' || before === '}') && isCall(script, at)) callStart = at;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    if (depth < 0) return false;
    if (callStart !== -1 && depth === 0 && character === ')') {
      if (loading.test(script.slice(callStart, at))) return true;
      callStart = -1;
    }
    before = literalTo > at ? 'literal' : name;
    at = Math.max(literalTo, at + name.length);
  }
  return false;
}

function isCall(script: string, at: number): boolean {
  call.lastIndex = at;
  return call.test(script);
}

/** The end of a space or comment; the same offset without one. */
function endOfIgnored(script: string, at: number): number {
  const character = script.charAt(at);
  if (character !== '/' && character !== '<') return space.test(character) ? at + 1 : at;
  if (script.startsWith('/*', at)) {
    const end = script.indexOf('*/', at + 2);
    return end === -1 ? script.length : end + 2;
  }
  // Browsers read the second as a comment, too: it hid scripts from browsers that knew none.
  if (!script.startsWith('//', at) && !script.startsWith('<!--', at)) return at;
  const end = script.slice(at).search(lineEnd);
  return end === -1 ? script.length : at + end;
}

function isLiteral(character: string, before: string): boolean {
  if (character !== '/') return '"\'`'.includes(character);
  return operators.has(before) || !/[\w$)\]]$/.test(before);
}

/** The end of a string, template or regular expression; `null` if it has none, or code inside. */
function endOfLiteral(script: string, start: number): number | null {
  const quote = script.charAt(start);
  let inClass = false;
  for (let at = start + 1; at < script.length; at++) {
    const character = script.charAt(at);
    if (character === '\\') at++;
    else if (character === quote && !inClass) return at + 1;
    else if (quote === '`' ? script.startsWith('${', at) : lineEnd.test(character)) return null;
    else if (quote === '/') inClass = character === '[' || (inClass && character !== ']');
  }
  return null;
}
