import fc from 'fast-check';
import type { SentText } from '../request/request-plan.ts';

/** Texts that servers trip over. */
const known = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '01',
  '1.0',
  '1e3',
  '0x10',
  '+1',
  '٣',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775808',
  '9'.repeat(60),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  `'";--`,
  '%',
  '%%',
  '%zz',
  '100%',
  '%00',
  '%c3%28',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>',
  'a\tb',
  'a\r\nX-Injected: 1',
  '\0',
  'a\0b',
  '\u{FFFE}',
  '\u{1F600}',
  '\u{202E}',
  'ﬁ',
  'İstanbul',
  'e\u0301',
  '日本語',
] as const;

/** Bytes that are no UTF-8: stray ones, one too long, a surrogate, a break in the middle. */
const notUtf8: readonly SentText[] = [
  { notUtf8: [0xff] },
  { notUtf8: [0xc3, 0x28] },
  { notUtf8: [0xc0, 0x80] },
  { notUtf8: [0xed, 0xa0, 0x80] },
  { notUtf8: [0x61, 0xe2, 0x82] },
];

/** A lone surrogate, as only JSON can say it. */
export const loneSurrogates = ['\ud800', 'a\udfffb'] as const;

/** A text that may go anywhere in a query or a body. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: longText() },
);

/** The same, or what is no text at all. */
export const oddSentText: fc.Arbitrary<SentText> = fc.oneof(
  { weight: 8, arbitrary: oddText },
  { weight: 1, arbitrary: fc.constantFrom(...notUtf8) },
);

/** Around lengths that limits are commonly at, in one-, two- and four-byte characters. */
function longText(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('a', 'ü', '\u{1F600}'),
      fc.constantFrom(127, 128, 129, 254, 255, 256, 257, 1_000),
    )
    .map(([character, length]) => character.repeat(length));
}
