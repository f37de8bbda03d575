/** The names of the encodings of the Encoding standard. */
export const encodings: readonly string[] = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'ibm866', 'koi8-r', 'koi8-u', 'macintosh', 'x-mac-cyrillic'],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...['iso-8859-8-i', 'windows-874', 'gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp'],
  ...['shift_jis', 'euc-kr', 'replacement', 'x-user-defined'],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => `windows-125${page}`),
];

const bytes = Array.from({ length: 256 }, (_, byte) => byte);

/** Byte sequences that an encoding may define; each is followed by a line feed. */
export function* byteSequences(encoding: string): Generator<readonly [string, Uint8Array]> {
  const unit = encoding.startsWith('utf-16') ? [0x0a, 0x00] : [0x0a];
  const feed = encoding === 'utf-16be' ? unit.toReversed() : unit;
  const lines = (sequences: readonly (readonly number[])[]) =>
    Uint8Array.from(sequences.flatMap((sequence) => [...sequence, ...feed]));

  yield ['every byte', lines(bytes.map((byte) => [byte]))];
  yield [
    'every two bytes',
    lines(bytes.flatMap((first) => bytes.map((second) => [first, second]))),
  ];
  if (encoding === 'utf-8') yield ['every character', everyCharacter()];
  if (encoding === 'euc-jp') {
    // JIS X 0212 has a byte before its two.
    yield ['0x8f', lines(bytes.flatMap((first) => bytes.map((second) => [0x8f, first, second])))];
  }
  if (encoding === 'iso-2022-jp') {
    for (const set of ['(B', '(J', '(I', '$@', '$B']) {
      const pairs = bytes.flatMap((first) => bytes.flatMap((second) => [first, second]));
      yield [`after escape ${set}`, Uint8Array.from([...Buffer.from(`\x1b${set}`), ...pairs])];
    }
  }
  if (encoding === 'gbk' || encoding === 'gb18030') {
    // Four bytes, the second and the last of them digits.
    const outer = bytes.slice(0x81, 0xff);
    const digits = bytes.slice(0x30, 0x3a);
    for (const first of outer) {
      const fours = digits.flatMap((second) =>
        outer.flatMap((third) => digits.map((fourth) => [first, second, third, fourth])),
      );
      yield [`four bytes from 0x${first.toString(16)}`, lines(fours)];
    }
  }
}

function everyCharacter(): Uint8Array {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code);
  const characters = codes.filter((code) => code < 0xd800 || code > 0xdfff);
  return Buffer.from(characters.map((code) => String.fromCodePoint(code)).join(''));
}
