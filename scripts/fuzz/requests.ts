import fc from 'fast-check';
import { type Operation, type Parameter, type Target, targetOf } from './document.ts';
import type { Keys, Owner } from './owner.ts';
import {
  type knownValues,
  lostId,
  nearMiss,
  oddString,
  oddText,
  pick,
  type Text,
  validValue,
} from './values.ts';

/** How a name and a value are written: the usual way, every byte escaped, or as raw as possible. */
type Style = 'usual' | 'escaped' | 'raw';

/** A field of a query or a body. */
interface PlannedField {
  readonly name: string;
  readonly value: unknown;
  readonly style: Style;
}

/** How the caller authenticates. Everything but the first two must be refused. */
const credentials = {
  good: ({ good }) => [`Bearer ${good}`],
  'good, other case': ({ good }) => [`bEARER ${good}`],
  none: () => [],
  empty: () => [''],
  'other scheme': ({ good }) => [`Basic ${good}`],
  mistyped: ({ good }) => [`Bearer ${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`],
  revoked: ({ revoked }) => [`Bearer ${revoked}`],
  expired: ({ expired }) => [`Bearer ${expired}`],
  twice: ({ good }) => [`Bearer ${good}`, `Bearer ${good}`],
  'two spaces': ({ good }) => [`Bearer  ${good}`],
} satisfies Record<string, (keys: Keys) => readonly string[]>;
type Credential = keyof typeof credentials;

/** A request before the owner's ids, cursors and tags are filled in. */
export interface Plan {
  readonly operation: Operation;
  readonly method: string;
  readonly id: Text;
  /** Appended to the path. */
  readonly pathEnding: string;
  readonly query: readonly PlannedField[];
  readonly headers: readonly (readonly [name: string, value: Text])[];
  readonly credential: Credential;
  readonly body: PlannedBody | undefined;
}

type PlannedBody =
  | { readonly contentType: string; readonly fields: readonly PlannedField[] }
  /** A body that must be refused with this status. */
  | { readonly refused: number; readonly headers: Headers; readonly bytes: Uint8Array };

type Headers = Readonly<Record<string, string>>;

/** A field as sent. */
export interface SentField {
  readonly name: string;
  readonly value: unknown;
}

/** A request as it is sent to both servers; only the keys differ. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly url: string;
  readonly target: Target;
  /** Without the empty parameters that count as not sent. */
  readonly query: readonly SentField[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly isAuthenticated: boolean;
  readonly authorization: (keys: Keys) => readonly string[];
  readonly body?: {
    readonly bytes: Uint8Array;
    readonly type: 'json' | 'form';
    /** The status that must refuse it before any field is read. */
    readonly refused?: number;
    readonly fields: readonly SentField[];
  };
}

/** Fills in what depends on the owner. */
export function fillIn(plan: Plan, operations: readonly Operation[], owner: Owner): SentRequest {
  const resolve = (value: unknown) => (typeof value === 'function' ? value(owner) : value);
  const fill = ({ value, ...field }: PlannedField) => ({ ...field, value: resolve(value) });
  const id = encodeURIComponent(String(resolve(plan.id)).toWellFormed());
  const path = plan.operation.template.replace(/\{\w+\}/g, () => id) + plan.pathEnding;
  const filled = plan.query.map(fill);
  // Node itself refuses a head of more than 16 KB, and values of the owner may be as long.
  const query = rawQueryOf(filled).length < 10_000 ? filled : [];
  const rawQuery = rawQueryOf(query);
  const target = targetOf(operations, plan.method, path);
  const request = {
    method: plan.method,
    url: rawQuery === '' ? path : `${path}?${rawQuery}`,
    target,
    query: withoutEmpty(query, target),
    isAuthenticated: plan.credential.startsWith('good'),
    authorization: credentials[plan.credential],
  };
  const headers = plan.headers.map(([name, value]) => [name, headerValue(resolve(value))] as const);
  if (plan.body === undefined) return { ...request, headers };
  if ('refused' in plan.body) {
    const { refused, bytes } = plan.body;
    const body = { bytes, type: 'json', refused, fields: [] } as const;
    return { ...request, headers: [...headers, ...Object.entries(plan.body.headers)], body };
  }
  const { contentType } = plan.body;
  const fields = plan.body.fields.map(fill);
  const type = contentType.toLowerCase().includes('json') ? 'json' : 'form';
  const bytes = type === 'json' ? jsonBytes(fields) : formBytes(fields);
  const body = { bytes, type, fields } as const;
  return { ...request, headers: [...headers, ['Content-Type', contentType]], body };
}

function rawQueryOf(query: readonly PlannedField[]): string {
  return (
    query
      .map(encodeField)
      .join('&')
      // Node refuses such bytes before any framework sees them.
      .replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  );
}

function withoutEmpty(query: readonly SentField[], target: Target): readonly SentField[] {
  if (target.kind !== 'operation') return query;
  const { parameters } = target.operation;
  const names = parameters.filter((one) => one.allowEmptyValue).map(({ name }) => name);
  return query.filter(({ name, value }) => value !== '' || !names.includes(name));
}

/** An authenticated request without anything odd, as a client would send it. */
export function plainRequest(
  operations: readonly Operation[],
  method: string,
  url: string,
  { headers = {}, form }: { readonly headers?: Headers; readonly form?: Headers } = {},
): SentRequest {
  const [path = '', query = ''] = url.split('?');
  const target = targetOf(operations, method, path);
  const params = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
  const request: SentRequest = {
    method,
    url,
    target,
    query: withoutEmpty(params, target),
    headers: Object.entries(headers),
    isAuthenticated: true,
    authorization: credentials.good,
  };
  if (form === undefined) return request;
  const fields = Object.entries(form).map(([name, value]) => ({ name, value }));
  const bytes = Buffer.from(new URLSearchParams(form).toString());
  return {
    ...request,
    headers: [...request.headers, ['Content-Type', formType]],
    body: { bytes, type: 'form', fields },
  };
}

const formType = 'application/x-www-form-urlencoded';

function formBytes(fields: readonly PlannedField[]): Uint8Array {
  const text = (value: unknown) => (value instanceof Uint8Array ? value : String(value));
  const pairs = fields.map((field) => encodeField({ ...field, value: text(field.value) }));
  return Buffer.from(pairs.join('&'), 'latin1');
}

/** Not through an object, which would lose repeated names and `__proto__`. */
function jsonBytes(fields: readonly PlannedField[]): Uint8Array {
  const members = fields.map(
    ({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`,
  );
  return Buffer.from(`{${members.join(',')}}`);
}

/** `name=value` as latin1, one character a byte. */
function encodeField({ name, value, style }: PlannedField): string {
  return `${encode(bytesOf(name), style)}=${encode(bytesOf(value), style)}`;
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return Buffer.concat(
    Array.from(String(value), (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
      return Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
    }),
  );
}

function encode(bytes: Uint8Array, style: Style): string {
  return Array.from(bytes, (byte, index) => {
    const character = String.fromCharCode(byte);
    const next = Buffer.from(bytes.subarray(index + 1, index + 3)).toString('latin1');
    const isRaw =
      byte > 0x20 &&
      byte !== 0x7f &&
      !'&=+#'.includes(character) &&
      !(character === '%' && /^[0-9a-f]{2}/i.test(next));
    if (style === 'raw' && isRaw) return character;
    if (style === 'usual' && /[A-Za-z0-9\-._~[\]]/.test(character)) return character;
    if (style === 'usual' && byte === 0x20) return '+';
    const hex = byte.toString(16).padStart(2, '0');
    return `%${style === 'escaped' ? hex : hex.toUpperCase()}`;
  }).join('');
}

/** What Node accepts in a header, so that the API sees it. */
function headerValue(value: unknown): string {
  return String(value)
    .toWellFormed()
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}

const anyStyle: fc.Arbitrary<Style> = fc.constantFrom<Style[]>(
  ...(['usual', 'usual', 'usual', 'escaped', 'raw'] as const),
);

/** Values for parameters, from {@link knownValues} and the schemas. */
export type KnownValues = ReturnType<typeof knownValues>;

/** A request in which everything is as documented. */
export function validRequest(operation: Operation, { good }: KnownValues): fc.Arbitrary<Plan> {
  const valueFor = ({ name, schema, allowEmptyValue }: Parameter) => {
    const value = good[name] ?? validValue(schema).map(String);
    if (!allowEmptyValue) return value;
    return fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: fc.constant('') });
  };
  const present = (place: string, rarity: (name: string) => number) =>
    fc.tuple(
      ...operation.parameters
        .filter((one) => one.in === place && one.name !== 'cursor')
        .map((one) =>
          sometimes(one.required === true ? 0 : rarity(one.name), fieldOf(one.name, valueFor(one))),
        ),
    );
  const bodies = operation.bodies.map(({ contentType, schema }) =>
    fc.record({
      contentType: fc.constantFrom(contentType, `${contentType.toUpperCase()};charset="UTF-8"`),
      fields: fc
        .tuple(
          ...Object.entries(schema.properties ?? {}).map(([name, member]) => {
            // Hashing a password takes most of a second by design.
            const rarity = name === 'password' ? 24 : 0.5;
            const isRequired = schema.required?.includes(name) ?? false;
            return sometimes(
              isRequired ? 0 : rarity,
              fieldOf(name, good[name] ?? validValue(member)),
            );
          }),
        )
        .map((fields) => fields.flat()),
    }),
  );
  return fc.record({
    operation: fc.constant(operation),
    method: fc.constant(operation.method),
    id: pick((owner) => owner[operation.resource].keys()),
    pathEnding: fc.constant(''),
    query: fc
      .tuple(
        // With many filters at once next to no row would be found.
        present('query', (name) => (name === 'search' || name === 'website_id' ? 8 : 3)),
        sometimes(
          8,
          fieldOf(fc.constantFrom('utm_source', '__proto__', 'id', 'Page', ''), oddString),
        ),
      )
      .map((fields) => fields.flat(2)),
    headers: present('header', () => 1).map((fields) =>
      fields.flat().map(({ name, value }) => [name, value as Text] as const),
    ),
    credential: fc.constantFrom<Credential[]>('good', 'good', 'good', 'good, other case'),
    body: bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies),
  });
}

function fieldOf(
  name: string | fc.Arbitrary<string>,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<PlannedField> {
  const names = typeof name === 'string' ? fc.constant(name) : name;
  return fc.record({ name: names, value, style: anyStyle });
}

/** One value, or none `rarity` times as often. */
function sometimes<T>(rarity: number, value: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> {
  const one = { weight: 2, arbitrary: value.map((it) => [it]) };
  if (rarity === 0) return one.arbitrary;
  return fc.oneof({ weight: 2 * rarity, arbitrary: fc.constant([]) }, one);
}

/** Changes one thing of a request, mostly so that it must be refused. */
type Defect = (plan: Plan) => Plan;

/** Any request: valid in half of all cases, else with one or two defects. */
export function anyRequest(
  operations: readonly Operation[],
  known: KnownValues,
): fc.Arbitrary<Plan> {
  const weights: Readonly<Record<string, number>> = { GET: 8, POST: 3, DELETE: 3 };
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weights[operation.method] ?? 4,
      arbitrary: fc
        .tuple(
          validRequest(operation, known),
          fc.oneof(
            { weight: 5, arbitrary: fc.constant([]) },
            {
              weight: 5,
              arbitrary: fc.array(anyDefect(operation, known), { minLength: 1, maxLength: 2 }),
            },
          ),
        )
        .map(([plan, defects]) => defects.reduce((changed, defect) => defect(changed), plan))
        .filter(fitsIntoHead),
    })),
  );
}

/** Node itself refuses a head of more than 16 KB. */
function fitsIntoHead({ query, headers }: Plan): boolean {
  const fields = [...query, ...headers.map(([name, value]) => ({ name, value }))];
  const length = (value: unknown) => (typeof value === 'string' ? Buffer.byteLength(value) * 3 : 0);
  return fields.reduce((sum, { name, value }) => sum + length(name) + length(value), 0) < 10_000;
}

/** Methods that Fastify knows; others go to its host. */
const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
const endings = ['/', '//', '/x', '.json', ';a=1', '%2F', '/../reports', '%', '%ff', '%zz', 's'];
const oddHeaders = [
  ['Accept', '*/*;q=0'],
  ['Accept-Encoding', 'gzip'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'Sat, 01 Jan 2050 00:00:00 GMT'],
  ['X-Forwarded-Host', 'evil.example'],
  ['Host', 'a"b>;<'],
  ['Cookie', '__proto__=1; \xff'],
  ['Origin', 'https://evil.example'],
] as const;

function anyDefect(operation: Operation, { bad }: KnownValues): fc.Arbitrary<Defect> {
  const of = (place: string) => operation.parameters.filter((one) => one.in === place);
  const idSchema = of('path')[0]?.schema ?? {};
  // Fastify leaves ids of more than 100 characters to its host.
  const oddId = nearMiss(idSchema)
    .map((value) => String(value).toWellFormed())
    .filter((text) => encodeURIComponent(text).length <= 100);
  const change =
    (key: 'method' | 'pathEnding' | 'credential' | 'id' | 'body') =>
    ([value]: readonly unknown[]): Defect =>
    (plan) => ({ ...plan, [key]: value });
  const withHeader =
    (name: string, value: Text, isAdded = false): Defect =>
    (plan) => ({
      ...plan,
      headers: [...plan.headers.filter(([other]) => isAdded || other !== name), [name, value]],
    });
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Defect>) => ({ weight, arbitrary });
  const names = Object.keys(credentials) as Credential[];
  return fc.oneof(
    weighted(2, fc.tuple(fc.constantFrom(...names)).map(change('credential'))),
    weighted(1, fc.tuple(fc.constantFrom(...methods)).map(change('method'))),
    weighted(1, fc.tuple(fc.constantFrom(...endings)).map(change('pathEnding'))),
    weighted(
      1,
      fc.constantFrom(...oddHeaders).map(([name, value]) => withHeader(name, value)),
    ),
    weighted(operation.bodies.length > 0 ? 3 : 1, fc.tuple(refusedBody).map(change('body'))),
    ...(operation.hasId
      ? [weighted(4, fc.tuple(fc.oneof(lostId(operation.resource), oddId)).map(change('id')))]
      : []),
    ...of('header').map(({ name, schema }) =>
      weighted(
        1,
        fc
          .tuple(fc.oneof(bad[name] ?? oddString, nearMiss(schema).map(String)), fc.boolean())
          .map(([value, isAdded]) => withHeader(name, value, isAdded)),
      ),
    ),
    ...of('query').map(({ name, schema }) =>
      weighted(
        bad[name] ? 9 : 1,
        fc
          .tuple(fieldChange, fieldOf(name, oddValue(name, nearMiss(schema).map(String), bad)))
          .map(([apply, odd]) => (plan) => ({ ...plan, query: apply(plan.query, odd) })),
      ),
    ),
    ...operation.bodies.flatMap(({ schema }) =>
      Object.entries(schema.properties ?? {}).map(([name, member]) =>
        weighted(
          name === 'password' ? 1 : 3,
          fc.tuple(fieldChange, fieldOf(name, oddValue(name, nearMiss(member), bad))).map(
            ([apply, odd]) =>
              (plan) =>
                plan.body === undefined || 'refused' in plan.body
                  ? plan
                  : { ...plan, body: { ...plan.body, fields: apply(plan.body.fields, odd) } },
          ),
        ),
      ),
    ),
  );
}

function oddValue(name: string, near: fc.Arbitrary<unknown>, bad: KnownValues['bad']) {
  return fc.oneof(
    ...(bad[name] ? [{ weight: 6, arbitrary: bad[name] }] : []),
    { weight: 3, arbitrary: near },
    { weight: 1, arbitrary: oddText },
  );
}

type FieldChange = (fields: readonly PlannedField[], odd: PlannedField) => readonly PlannedField[];

const without = (fields: readonly PlannedField[], name: string) =>
  fields.filter((field) => field.name !== name);
const replaced: FieldChange = (fields, odd) => [...without(fields, odd.name), odd];
const renamed =
  (rename: (name: string) => string): FieldChange =>
  (fields, odd) => [...fields, { ...odd, name: rename(odd.name) }];

/** Instead of the valid field mostly; else beside it, or under a name that looks like it. */
const fieldChange: fc.Arbitrary<FieldChange> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(replaced) },
  {
    weight: 8,
    arbitrary: fc.constantFrom<FieldChange[]>(
      (fields, { name }) => without(fields, name),
      (fields, odd) => [...fields, odd],
      (fields, odd) => [...fields, odd, odd],
      renamed((name) => `${name}[]`),
      renamed((name) => `${name}[a]`),
      renamed((name) => `${name}[`),
      renamed((name) => name.toUpperCase()),
      renamed((name) => ` ${name}`),
      renamed(() => '__proto__'),
    ),
  },
);

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': formType };
const maxBytes = 64 * 1024;

/** Bodies that must be refused before any field is read, with the status. */
const refusedBodies: readonly (readonly [number, Headers, string | Uint8Array])[] = [
  ...[
    '',
    '{',
    '{"url":"http://a.test/"',
    "{'url':1}",
    '[]',
    'null',
    '"url"',
    '1',
    '{"url":NaN}',
  ].map((body) => [400, json, body] as const),
  [400, json, 'url=http%3A%2F%2Fa.test%2F'],
  [400, json, '{"url":"\t"}'],
  [400, json, Buffer.from('{"url":"\xff"}', 'latin1')],
  [400, json, Buffer.from('\ufeff{"url":"http://a.test/"}')],
  [400, json, `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  [413, json, `{"url":"${'a'.repeat(maxBytes)}"}`],
  [413, form, `url=${'a'.repeat(maxBytes)}`],
  [413, { 'Content-Type': 'text/plain' }, 'a'.repeat(maxBytes + 1)],
  [415, {}, 'url=http%3A%2F%2Fa.test%2F'],
  ...[
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=latin1',
    'application/problem+json',
  ].map((type) => [415, { 'Content-Type': type }, '{}'] as const),
  [415, { ...json, 'Content-Encoding': 'gzip' }, '{}'],
  [415, { ...form, 'Content-Encoding': 'br, gzip' }, 'url=1'],
];

const refusedBody = fc
  .constantFrom(...refusedBodies)
  .map(([refused, headers, body]) => ({ refused, headers, bytes: Buffer.from(body) }));
