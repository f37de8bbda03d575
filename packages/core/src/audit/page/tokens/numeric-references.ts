import { codeAt } from './names.ts';
/** A character reference. */
export interface Reference {
  /** The characters it represents. */
  readonly text: string;
  /** Its length in the source. */
  readonly length: number;
}

/** The meaning of references 128 to 159: characters of windows-1252; `\0` where it has none. */
const windows1252 =
  '\u20ac\0\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0' +
  '\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178';

/**
 * The numeric reference at an offset; `null` where there is none. Invalid code points, NUL and the
 * noncharacters that stores refuse become U+FFFD.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state
 */
export function numericReference(text: string, at: number): Reference | null {
  const hexadecimal = (codeAt(text, at + 2) | 32) === 120;
  const base = hexadecimal ? 16 : 10;
  const start = at + (hexadecimal ? 3 : 2);
  let end = start;
  let value = 0;
  for (;;) {
    const digit = digitAt(text, end);
    if (digit >= base) break;
    value = Math.min(value * base + digit, 0x110000);
    end++;
  }
  if (end === start) return null;
  if (text[end] === ';') end++;
  return { text: characterOf(value), length: end - at };
}

function digitAt(text: string, at: number): number {
  const code = codeAt(text, at);
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : 16;
}

function characterOf(value: number): string {
  if (value >= 0x80 && value <= 0x9f) {
    const character = windows1252[value - 0x80];
    if (character !== undefined && character !== '\0') return character;
  }
  const surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value === 0 || value > 0x10ffff || surrogate || value === 0xfffe || value === 0xffff) {
    return '\uFFFD';
  }
  return String.fromCodePoint(value);
}
