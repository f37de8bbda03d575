import type { TestSite } from '@sitegrade/adapter-suite/test-site';
import type { Schema } from '@sitegrade/core/http';
import fc from 'fast-check';
import type { Owner } from './owner.ts';

/** A value to send: bytes where it is not valid UTF-8, a function where it depends on the owner. */
export type Text = string | Uint8Array | ((owner: Owner) => string);

/** One of the ids, cursors or tags that exist when the request is sent. */
export function pick(
  listOf: (owner: Owner) => Iterable<string | number>,
  change: (text: string) => string = (text) => text,
): fc.Arbitrary<Text> {
  return fc.nat({ max: 7 }).map((place) => (owner: Owner) => {
    const list = [...listOf(owner)];
    return change(String(list[place % Math.max(1, list.length)] ?? '999999999'));
  });
}

/** Ids that were deleted or that belong to another owner. */
export function lostId(resource: 'reports' | 'websites'): fc.Arbitrary<Text> {
  const [deleted, foreign] = [(o: Owner) => o.deleted[resource], (o: Owner) => o.foreign[resource]];
  return fc.oneof(pick(deleted), pick(foreign));
}

const etags = (owner: Owner) => owner.etags;
const cursors = (owner: Owner) => owner.cursors;
const entityTag = fc.oneof(
  pick(etags),
  pick(etags, (tag) => `W/${tag}`),
  pick(etags, (tag) => `"x", ${tag}`),
  fc.constantFrom('*', '"x"', 'W/"x"', '"a", "b"'),
);
const oddEntityTag = fc.constantFrom('', 'x', ',,', '"', '"a" "b"', '*, "a"');

type Values = Readonly<Record<string, fc.Arbitrary<Text>>>;

/** Values that the schemas alone do not lead to, by parameter: good ones and bad ones. */
export function knownValues(site: TestSite): { readonly good: Values; readonly bad: Values } {
  const host = site.address;
  return {
    good: {
      url: fc.constantFrom(`${site.url}/`, `${site.url}/nowhere`, `${site.url}/to-page`, host),
      website_id: fc.oneof(
        pick((owner) => owner.websites.keys()),
        lostId('websites'),
      ),
      'If-None-Match': entityTag,
      'If-Match': entityTag,
      'Idempotency-Key': fc.constantFrom('a', 'b', 'c'),
      search: fc.constantFrom('example', 'A_B%20c', 'münchen', '%', '', 'b.test'),
    },
    bad: {
      'Idempotency-Key': fc.constantFrom('', 'a'.repeat(256), 'ü', 'a\tb', ' a'),
      'If-None-Match': oddEntityTag,
      'If-Match': oddEntityTag,
      cursor: fc.oneof(pick(cursors), ...cursorChanges.map((change) => pick(cursors, change))),
      url: fc.constantFrom(
        ...['/pdf', '/loop', '/big', '/to-private'].map((path) => site.url + path),
        ...[`http://${site.closedAddress}/`, `https://${host}/`, `http://user:pass@${host}/`],
        ...[`http://127.0.0.1:${site.privatePort}/`, 'http://169.254.169.254/latest/meta-data'],
        ...['http://[::1]/', 'http://0x7f.1/', 'http://localhost:99999/', 'ftp://example.com/'],
        ...['javascript:alert(1)', 'http://', '//', `http://${'a'.repeat(64)}.example/`],
      ),
    },
  };
}

const cursorChanges: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}A`,
  (text) => text.replace(/^./, (first) => (first === 'W' ? 'X' : 'W')),
  (text) => text.toUpperCase(),
  (text) => `${text}=`,
  (text) => rewriteCursor(text, ([direction, key, , tag]) => [direction, key, -1, tag]),
  (text) => rewriteCursor(text, ([direction, , id, tag]) => [direction, { a: 1 }, id, tag]),
  (text) => rewriteCursor(text, ([direction, , id, tag]) => [direction, 'text', id, tag]),
  (text) => rewriteCursor(text, ([direction, ...rest]) => [1 - Number(direction), ...rest]),
  (text) => rewriteCursor(text, (parts) => [...parts, 1]),
  ...['[1,', 'null', '{}', '[1,{"a":1},1,"x"]', '[1,"text",1,"x"]', '[2,1,1,"x"]'].map(
    (json) => () => Buffer.from(json).toString('base64url'),
  ),
];

function rewriteCursor(text: string, change: (parts: readonly unknown[]) => unknown): string {
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Buffer.from(JSON.stringify(change(parts))).toString('base64url');
  } catch {
    return text;
  }
}

/** Strings that servers often handle badly. */
const oddStrings = [
  ...['', ' ', '0', '-1', '-0', '01', '1.0', '1e3', '0x10', '+1', '٣', 'NaN', 'Infinity', 'null'],
  ...['undefined', 'true', '[]', '{}', '[object Object]', '9007199254740991', '9007199254740992'],
  ...['9223372036854775808', '9'.repeat(60), '__proto__', 'constructor', 'hasOwnProperty'],
  ...[`'";--`, '%', '%%', '%zz', '100%', '%00', '%c3%28', '_', '\\', '../../etc/passwd'],
  ...['<script>', 'a\tb', 'a\r\nX-Injected: 1', '\0', 'a\0b', '\u{FFFE}', '\u{1F600}', '\u{202E}'],
  ...['ﬁ', 'İstanbul', 'e\u0301', '日本語'],
];

/** Around lengths that are common limits, in characters of one, two and four bytes. */
const longString = fc
  .tuple(
    fc.constantFrom('a', 'ü', '\u{1F600}'),
    fc.constantFrom(255, 256, 1_024, 1_025, 2_048, 2_049),
  )
  .map(([character, length]) => character.repeat(length));

/** A string that may be sent anywhere in a query or a body. */
export const oddString: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddStrings) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: longString },
);

/** An odd string, or bytes that are not valid UTF-8. */
export const oddText: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: oddString },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom([0xff], [0xc3, 0x28], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x61, 0xe2, 0x82])
      .map((bytes) => Uint8Array.from(bytes)),
  },
);

/** Values close to what a schema allows. Some are allowed after all; the validator asks the schema. */
export function nearMiss(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum, maximum, minLength, maxLength, enum: words = [] } = schema;
  const numbers = [minimum, maximum].filter((bound) => bound !== undefined);
  const lengths = [minLength, maxLength].filter((bound) => bound !== undefined);
  const close = [
    ...numbers.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5]),
    ...lengths
      .flatMap((bound) => [Math.max(0, bound - 1), bound, bound + 1])
      .flatMap((length) => ['a'.repeat(length), 'ü'.repeat(length), '\u{1F600}'.repeat(length)]),
    ...words.flatMap((word): unknown[] =>
      typeof word === 'number'
        ? [word + 1, -word, `${word}`, ` ${word}`, `0${word}`, `${word}.0`, [word]]
        : [word.toUpperCase(), ` ${word}`, `${word} `, word.slice(1), `${word}\0`, [word]],
    ),
  ];
  const otherTypes = [null, true, false, 0, -1, 1.5, 1e21, [], ['a'], {}, { a: 1 }, { length: 1 }];
  return fc.oneof(
    ...(close.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...close) }]),
    { weight: 3, arbitrary: oddString },
    // JSON can hold lone surrogates.
    { weight: 1, arbitrary: fc.constantFrom(...otherTypes, '\ud800', 'a\udfffb') },
  );
}

/**
 * Values that a schema allows.
 *
 * @throws Error where the schema uses something that is not supported here.
 */
export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: words, const: only, type, minimum, maximum } = schema;
  if (only !== undefined) return fc.constant(only);
  if (words !== undefined) return fc.constantFrom(...words);
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((one) => validValue({ ...schema, type: one })));
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'string') return validString(schema);
  if (type !== 'integer') throw new Error(`No values for ${JSON.stringify(schema)}`);
  const [min, max] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, min + 4) }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );
}

function validString({ pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const unit = fc.constantFrom(...'abcXYZ019 .-_/:', 'ü', 'İ', '日', '\u{1F600}', '%', '&', '=');
  return fc.oneof(
    { weight: 19, arbitrary: fc.string({ unit, minLength, maxLength: Math.min(maxLength, 12) }) },
    { weight: 1, arbitrary: fc.constantFrom('a', '\u{1F600}').map((one) => one.repeat(maxLength)) },
  );
}
