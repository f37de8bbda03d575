import type { RobotsPath } from './robots-path.ts';

/** A path pattern of robots.txt, taken apart once so that matching is a few searches. */
export interface RobotsPattern {
  /** Octets of the pattern as compared; the longest that matches decides. */
  readonly length: number;
  readonly matches: (path: RobotsPath) => boolean;
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
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  // A page is judged for many crawlers, most of which share their rules.
  let lastPath: RobotsPath | undefined;
  let matched = false;
  return {
    length: pattern.length,
    matches: (path) => {
      if (path !== lastPath) {
        lastPath = path;
        matched = pattern !== '' && matchesPieces(pieces, anchored, path);
      }
      return matched;
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
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** The first place for each piece is the best one, so nothing has to be tried twice. */
function matchesPieces(pieces: readonly string[], anchored: boolean, path: RobotsPath): boolean {
  const { text } = path;
  const first = pieces[0] ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const end = anchored ? pieces.length - 1 : pieces.length;
  for (let index = 1; index < end; index++) {
    const piece = pieces[index] ?? '';
    if (piece === '') continue;
    at = path.endOf(piece, at);
    if (at < 0) return false;
  }
  if (!anchored) return true;
  if (pieces.length === 1) return at === text.length;
  const last = pieces.at(-1) ?? '';
  return text.length - last.length >= at && text.endsWith(last);
}
