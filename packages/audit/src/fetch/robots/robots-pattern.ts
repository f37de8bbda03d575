/** The remaining number of characters to search. When it is used up, other rules are ignored. */
export interface RobotsWork {
  left: number;
}

/** A compiled path pattern of robots.txt. */
export interface RobotsPattern {
  /** The length of the pattern in bytes. The longest matching pattern applies. */
  readonly length: number;
  /** Subtracts its cost from `work`. Nothing matches when that is used up. */
  readonly matches: (path: string, work: RobotsWork) => boolean;
}

/**
 * Compiles the value of an `Allow` or `Disallow` line. `*` matches any characters, `$` at the end
 * matches the end of the URL, and everything else is literal (RFC 9309 §2.2.3). An empty pattern
 * matches nothing.
 *
 * @param value - The bytes of the value, one character each.
 */
export function compileRobotsPattern(value: string): RobotsPattern {
  const pattern = normalised(value);
  const anchored = pattern.endsWith('$');
  const [first = '', ...others] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const last = anchored ? others.pop() : undefined;
  const pieces = others.filter((piece) => piece !== '');
  return {
    length: pattern.length,
    matches: (path, work) => {
      if (pattern === '' || !path.startsWith(first)) return false;
      const end = endOfAll(pieces, path, first.length, work);
      if (end < 0 || !anchored) return end >= 0;
      if (last === undefined) return end === path.length;
      return path.length - last.length >= end && path.endsWith(last);
    },
  };
}

/**
 * Percent-encodes non-ASCII bytes and converts escapes to upper case, so that `ツ`, `%e3%83%84` and
 * `%E3%83%84` are equal. Escaped ASCII characters stay: for Google, `%62` is not `b`.
 */
function normalised(bytes: string): string {
  if (!/[%\x80-\xff]/.test(bytes)) return bytes;
  return upperCaseEscapes(
    bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
  );
}

/** `%e3` → `%E3`: escapes are case-insensitive (RFC 3986 §2.1). */
export function upperCaseEscapes(text: string): string {
  return text.replace(/%(?:[\dA-Fa-f][a-f]|[a-f][\dA-F])/g, (octet) => octet.toUpperCase());
}

/** The fixed cost of a search, in addition to the searched characters. */
const searchCost = 8;

/**
 * The end of the last piece if the pieces occur in order; -1 if one is missing. Taking the first occurrence
 * of each piece is sufficient, so there is no backtracking.
 */
function endOfAll(
  pieces: readonly string[],
  path: string,
  start: number,
  work: RobotsWork,
): number {
  let at = start;
  for (const piece of pieces) {
    if (work.left <= 0) return -1;
    const found = path.indexOf(piece, at);
    const end = found < 0 ? path.length : found + piece.length;
    work.left -= end - at + searchCost;
    if (found < 0) return -1;
    at = end;
  }
  return at;
}
