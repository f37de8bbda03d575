/** Characters that may still be searched before the rest of the rules is left out. */
export interface RobotsWork {
  left: number;
}

/** A path pattern of robots.txt, split once so that matching is a few searches. */
export interface RobotsPattern {
  /** Octets of the pattern as compared; the longest that matches decides. */
  readonly length: number;
  /** Takes what it costs from `work`; nothing matches once that is spent. */
  readonly matches: (path: string, work: RobotsWork) => boolean;
}

/**
 * Compiles the value of an `Allow` or `Disallow` line. `*` stands for any characters, `$` at the end
 * for the end of the URL, and everything else for itself (RFC 9309 §2.2.3). An empty pattern
 * matches nothing.
 *
 * @param value the value's bytes, one character each.
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
 * Bytes beyond ASCII are percent-encoded and hexadecimal is upper-case, so that `ツ`, `%e3%83%84` and
 * `%E3%83%84` are one. Escapes of ASCII stay: `%62` is not `b` to Google.
 */
function normalised(bytes: string): string {
  if (!/[%\x80-\xff]/.test(bytes)) return bytes;
  return upperCaseEscapes(
    bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
  );
}

/** `%e3` → `%E3`: hexadecimal has no case (RFC 3986 §2.1). */
export function upperCaseEscapes(text: string): string {
  return text.replace(/%(?:[\dA-Fa-f][a-f]|[a-f][\dA-F])/g, (octet) => octet.toUpperCase());
}

/** What a search costs besides the characters that it passes. */
const searchCost = 8;

/**
 * Where the last of the pieces ends if each follows the one before; -1 where one is missing. The first
 * place for each piece is the best one, so nothing is tried twice.
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
