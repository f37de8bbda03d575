/** A path pattern of robots.txt, taken apart once so that matching is a few searches. */
export interface RobotsPattern {
  /** Octets of the pattern as compared; the longest that matches decides. */
  readonly length: number;
  readonly matches: (path: string) => boolean;
}

/**
 * Compiles the value of an `Allow` or `Disallow` line. `*` stands for any characters, `$` at the end
 * for the end of the URL, and everything else for itself (RFC 9309 §2.2.3). An empty pattern
 * matches nothing.
 *
 * @param value the value's bytes, one character each.
 */
export function compileRobotsPattern(value: string): RobotsPattern {
  const escaped = normalised(value);
  const anchored = escaped.endsWith('$');
  const pieces = (anchored ? escaped.slice(0, -1) : escaped).split('*');
  return {
    length: escaped.length,
    matches: (path) => escaped !== '' && matchesPieces(pieces, anchored, path),
  };
}

/**
 * Bytes beyond ASCII are percent-encoded and hexadecimal is upper-case, so that `ツ`, `%e3%83%84` and
 * `%E3%83%84` are one. Escapes of ASCII stay: `%62` is not `b` to Google.
 */
function normalised(bytes: string): string {
  return upperCaseEscapes(
    bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
  );
}

/** `%e3` → `%E3`: hexadecimal has no case (RFC 3986 §2.1). */
export function upperCaseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** The first place for each piece is the best one, so nothing has to be tried twice. */
function matchesPieces(pieces: readonly string[], anchored: boolean, path: string): boolean {
  const [first = '', ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  const last = anchored ? rest.pop() : undefined;
  let at = first.length;
  for (const piece of rest) {
    if (piece === '') continue;
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!anchored) return true;
  if (last === undefined) return at === path.length;
  return path.length - last.length >= at && path.endsWith(last);
}
