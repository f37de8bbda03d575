import type { TestSite } from '@sitegrade/adapter-suite/test-site';
import type { Schema } from '@sitegrade/core/http';
import fc from 'fast-check';
import { createRandom } from '../fuzz-responses/random.ts';
import type { Owner } from './owner.ts';

/** The random choices of one step. The same number makes the same ones. */
export interface Choices {
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** `true` once in this many times. */
  readonly oneIn: (count: number) => boolean;
  /** Calls one of several functions, some more often. */
  readonly weighted: <Value>(makers: readonly (readonly [number, () => Value])[]) => Value;
  readonly sample: <Value>(arbitrary: fc.Arbitrary<Value>) => Value;
}

/** The choices for a seed. */
export function choicesOf(step: number): Choices {
  const { below, pick } = createRandom(`step ${step}`);
  return {
    pick,
    oneIn: (count) => below(count) === 0,
    weighted: (makers) => {
      let left = below(makers.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, make] of makers) {
        if (left < weight) return make();
        left -= weight;
      }
      throw new Error('There is nothing to choose from.');
    },
    sample: <Value>(arbitrary: fc.Arbitrary<Value>) =>
      fc.sample(arbitrary, { seed: below(2 ** 31), numRuns: 1 })[0] as Value,
  };
}

/** Values that requests may refer to. */
export interface World {
  readonly owner: Owner;
  readonly site: TestSite;
}

/** One of the existing ids, cursors or tags. */
export function existing({ pick }: Choices, list: Iterable<string | number>): string {
  const all = [...list];
  return all.length === 0 ? '999999999' : String(pick(all));
}

type Known = Readonly<Record<string, (choices: Choices, world: World) => string>>;

const entityTag: Known[string] = (choices, { owner }) => {
  const tag = existing(choices, owner.etags);
  return choices.pick([tag, `W/${tag}`, `"x", ${tag}`, '*', '"x"', 'W/"x"', '"a", "b"']);
};
const oddEntityTag: Known[string] = ({ pick }) => pick(['', 'x', ',,', '"', '"a" "b"', '*, "a"']);

const oddDate: Known[string] = ({ pick }) =>
  pick([
    ...['2026-02-30', '2026-13-01', '2026-1-1', '20260101', '2026-01', 'today', '1767225600'],
    ...['2026-01-01T00:00:00', '2026-01-01T24:00:00Z', '2026-01-01 00:00:00Z', '+010000-01-01'],
  ]);

/** Valid values that are not generated from the schemas, by parameter. */
export const goodValues: Known = {
  url: ({ pick }, { site }) =>
    pick([`${site.url}/`, `${site.url}/nowhere`, `${site.url}/to-page`, site.address]),
  website_id: (choices, { owner }) =>
    existing(choices, choices.oneIn(2) ? owner.lost.websites : owner.websites.keys()),
  created_from: ({ pick }) => pick(['2020-01-01', '2020-01-01T00:00:00Z', '2999-12-31']),
  created_to: ({ pick }) => pick(['2999-12-31', '2999-12-31T23:59:59.123456+02:00', '2020-01-01']),
  'If-None-Match': entityTag,
  'If-Match': entityTag,
  'Idempotency-Key': ({ pick }) => pick(['a', 'b', 'c']),
  // There is no worker: a job does not end while a client waits.
  Prefer: ({ pick }) => pick(['respond-async', 'respond-async, wait=0', 'wait=9', 'x="y, z"']),
  at: ({ pick }) => pick(['06:00', '00:00', '23:59']),
  time_zone: ({ pick }) => pick(['Europe/Berlin', 'UTC', 'Asia/Kolkata']),
  check: ({ pick }) => pick(['image-alt', 'h1', 'title']),
  path: ({ pick }) => pick(['/', '/*a$', '/blog/']),
  fingerprint: ({ pick }) => pick(['0123456789abcdef', 'f'.repeat(16)]),
  expires: ({ pick }) => pick(['2999-12-31']),
  search: ({ pick }) => pick(['example', 'A_B%20c', 'münchen', '%', '', 'b.test']),
};

/** Invalid values, by parameter. */
export const badValues: Known = {
  'Idempotency-Key': ({ pick }) => pick(['', 'a'.repeat(256), 'ü', 'a\tb', ' a']),
  'If-None-Match': oddEntityTag,
  'If-Match': oddEntityTag,
  created_from: oddDate,
  created_to: oddDate,
  cursor: (choices, { owner }) => choices.pick(cursorChanges)(existing(choices, owner.cursors)),
  url: ({ pick }, { site: { url, address, closedAddress, privatePort } }) =>
    pick([
      ...['/pdf', '/loop', '/big', '/to-private'].map((path) => url + path),
      ...[`http://${closedAddress}/`, `https://${address}/`, `http://user:pass@${address}/`],
      ...[`http://127.0.0.1:${privatePort}/`, 'http://169.254.169.254/latest/meta-data'],
      ...['http://[::1]/', 'http://0x7f.1/', 'http://localhost:99999/', 'ftp://example.com/'],
      ...['javascript:alert(1)', 'http://', '//', `http://${'a'.repeat(64)}.example/`],
    ]),
};

const cursorChanges: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.slice(0, -1),
  (text) => `${text}A`,
  (text) => text.replace(/^./, (first) => (first === 'W' ? 'X' : 'W')),
  (text) => text.toUpperCase(),
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

/** A string that may be sent anywhere in a query or a body. */
export function oddString({ weighted, pick, sample }: Choices): string {
  return weighted([
    [4, () => pick(oddStrings)],
    [2, () => sample(fc.string({ unit: 'binary', maxLength: 12 }))],
    // Around lengths that are common limits, in characters of one, two and four bytes.
    [1, () => pick(['a', 'ü', '\u{1F600}']).repeat(pick([255, 256, 1_024, 1_025, 2_048, 2_049]))],
  ]);
}

/** An odd string, or bytes that are not valid UTF-8. */
export function oddText(choices: Choices): string | Uint8Array {
  if (!choices.oneIn(9)) return oddString(choices);
  return Buffer.from(choices.pick(['ff', 'c328', 'c080', 'eda080', '61e282']), 'hex');
}

/** A value close to what a schema allows. Some are allowed after all; the validator asks the schema. */
export function nearMiss(choices: Choices, schema: Schema): unknown {
  const { minimum, maximum, minLength, maxLength, enum: words = [] } = schema;
  const numbers = [minimum, maximum].filter((bound) => bound !== undefined);
  const lengths = [minLength, maxLength].filter((bound) => bound !== undefined);
  const close = [
    ...numbers.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5]),
    ...numbers.flatMap((bound) => [`0${bound}`, `+${bound}`, `${bound}.0`, `${bound} `]),
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
  return choices.weighted<unknown>([
    [close.length === 0 ? 0 : 4, () => choices.pick(close)],
    [3, () => oddString(choices)],
    // JSON can hold lone surrogates.
    [1, () => choices.pick([...otherTypes, '\ud800', 'a\udfffb'])],
  ]);
}

const letter = fc.constantFrom(...'abcXYZ019 .-_/:', 'ü', 'İ', '日', '\u{1F600}', '%', '&', '=');

/**
 * A value that a schema allows.
 *
 * @throws Error if the schema uses something that is not supported here.
 */
export function validValue(choices: Choices, schema: Schema): unknown {
  const { sample, pick, weighted } = choices;
  const { enum: words, const: only, type, minimum, maximum, pattern } = schema;
  if (only !== undefined) return only;
  if (words !== undefined) return pick(words);
  if (Array.isArray(type)) return validValue(choices, { ...schema, type: pick(type) });
  if (type === 'boolean') return pick([true, false]);
  if (type === 'null') return null;
  if (type === 'array' && schema.items) {
    const { items } = schema;
    return Array.from({ length: pick([1, 2, 5]) }, () => validValue(choices, items));
  }
  if (type === 'string') {
    if (pattern !== undefined) return sample(fc.stringMatching(new RegExp(pattern)));
    const { minLength = 0, maxLength = 40 } = schema;
    const short = Math.min(maxLength, 12);
    return weighted([
      [19, () => sample(fc.string({ unit: letter, minLength, maxLength: short }))],
      [1, () => pick(['a', '\u{1F600}']).repeat(maxLength)],
    ]);
  }
  if (type !== 'integer') throw new Error(`No values for ${JSON.stringify(schema)}`);
  const [min, max] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
  return weighted([
    [6, () => sample(fc.integer({ min, max: Math.min(max, min + 4) }))],
    [1, () => pick([min, max])],
    [1, () => sample(fc.integer({ min, max }))],
  ]);
}
