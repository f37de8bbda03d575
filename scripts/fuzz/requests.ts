import { type Operation, type Target, targetOf } from './document.ts';
import {
  badValues,
  type Choices,
  existing,
  goodValues,
  nearMiss,
  oddString,
  oddText,
  validValue,
  type World,
} from './values.ts';

/** How a name and a value are written: the usual way, every byte escaped, or as raw as possible. */
type Style = 'usual' | 'escaped' | 'raw';

/** A field of a query or a body. */
interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly style: Style;
}

/** A field as sent. */
export type SentField = Pick<Field, 'name' | 'value'>;

/** How the caller authenticates. All except the first two must be refused. */
const credentials = {
  good: (key) => [`Bearer ${key}`],
  'good, other case': (key) => [`bEARER ${key}`],
  none: () => [],
  'other scheme': (key) => [`Basic ${key}`],
  mistyped: (key) => [`Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
  twice: (key) => [`Bearer ${key}`, `Bearer ${key}`],
} satisfies Record<string, (key: string) => readonly string[]>;
type Credential = keyof typeof credentials;

type Header = readonly [name: string, value: string];

/** A request that is being put together. */
interface Draft {
  readonly operation: Operation;
  method: string;
  id: string;
  /** Appended to the path. */
  ending: string;
  query: readonly Field[];
  headers: readonly Header[];
  credential: Credential;
  body: { readonly type: string; fields: readonly Field[] } | RefusedBody | undefined;
}

/** A body that must be refused with this status, before any field is read. As latin1. */
type RefusedBody = { readonly refused: number; readonly type: string; readonly text: string };

/** A request as it is sent to both servers; only the keys differ. */
export interface SentRequest {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly url: string;
  readonly target: Target;
  /** Without the empty parameters that count as not sent. */
  readonly query: readonly SentField[];
  readonly headers: readonly Header[];
  readonly isAuthenticated: boolean;
  /** Whether the API must take it for a request of another site's page. */
  readonly isCrossSite: boolean;
  readonly authorization: (key: string) => readonly string[];
  readonly body?: {
    readonly bytes: Uint8Array;
    readonly type: 'json' | 'form';
    readonly refused?: number;
    readonly fields: readonly SentField[];
  };
}

const methodWeights: Readonly<Record<string, number>> = { GET: 8, POST: 3, DELETE: 3 };

/** Any request: valid in half of all cases, otherwise with one or two defects. */
export function anyRequest(
  choices: Choices,
  operations: readonly Operation[],
  world: World,
): SentRequest {
  const draft = choices.weighted(
    operations.map((operation) => [
      methodWeights[operation.method] ?? 4,
      () => validDraft(choices, operation, world),
    ]),
  );
  if (choices.oneIn(2)) {
    addDefect(choices, draft, world);
    if (choices.oneIn(2)) addDefect(choices, draft, world);
  }
  return sentRequest(draft, operations);
}

/** The ids of the records that an operation is for. */
function idsFor({ isFollowed, resource, template }: Operation, owner: World['owner']) {
  if (isFollowed || resource === 'websites') return owner[resource].keys();
  if (template.includes('/crawls')) return owner.crawls;
  if (template.includes('/webhooks')) return owner.webhooks;
  return template.includes('/batches') ? owner.jobs.slice(0, 1) : owner.jobs;
}

/** A valid request. */
function validDraft(choices: Choices, operation: Operation, world: World): Draft {
  const { pick, oneIn } = choices;
  const goodValue = (name: string, schema: Parameters<typeof validValue>[1]) =>
    goodValues[name]?.(choices, world) ?? validValue(choices, schema);
  const present = (location: string, rarity: (name: string) => number) =>
    operation.parameters
      .filter(({ name, in: where }) => where === location && name !== 'cursor')
      .filter(({ name, required }) => required || oneIn(rarity(name)))
      .map(({ name, schema, allowEmptyValue }) => {
        const value = allowEmptyValue && oneIn(9) ? '' : String(goodValue(name, schema));
        return field(choices, name, value);
      });
  // With many filters hardly any row would match.
  const rare = ['search', 'website_id', 'url', 'created_from', 'created_to'];
  const query = present('query', (name) => (rare.includes(name) ? 9 : 4));
  const unknown = pick(['utm_source', '__proto__', 'id', 'Page', '']);
  const bodies = operation.bodies.map(({ contentType, schema }) => () => ({
    type: pick([contentType, `${contentType.toUpperCase()};charset="UTF-8"`]),
    fields: Object.entries(schema.properties ?? {})
      // Hashing a password takes most of a second by design.
      .filter(
        ([name]) =>
          schema.required?.includes(name) || (name === 'password' ? oneIn(25) : !oneIn(3)),
      )
      .map(([name, member]) => field(choices, name, goodValue(name, member))),
  }));
  return {
    operation,
    method: operation.method,
    id: existing(choices, idsFor(operation, world.owner)),
    ending: '',
    query: [...query, ...(oneIn(9) ? [field(choices, unknown, oddString(choices))] : [])],
    headers: [
      ...present('header', () => 2).map(({ name, value }) => [name, String(value)] as const),
      ...(oneIn(4) ? [['Accept', pick(csvTypes)] as const] : []),
    ],
    credential: pick(['good', 'good', 'good', 'good, other case']),
    body: bodies.length === 0 ? undefined : pick(bodies)(),
  };
}

function field({ pick }: Choices, name: string, value: unknown): Field {
  return { name, value, style: pick<Style>(['usual', 'usual', 'usual', 'escaped', 'raw']) };
}

/** Methods that Fastify routes; the host handles others. */
const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
const endings = ['/', '//', '/x', '.json', ';a=1', '%2F', '/../reports', 's'];
const oddHeaders = [
  ...['Accept: */*;q=0', 'Accept-Encoding: gzip', 'X-HTTP-Method-Override: DELETE'],
  ...['Range: bytes=0-1', 'If-None-Match: *', 'If-Modified-Since: Sat, 01 Jan 2050 00:00:00 GMT'],
  ...['X-Forwarded-Host: evil.example', 'Host: a"b>;<', 'Cookie: __proto__=1; \xff'],
];
/** All prefer CSV, on the operations that have it. */
const csvTypes = ['text/csv', 'text/csv;q=0.1, */*;q=0', 'application/json;q=0.9, text/csv'];
/** What browsers add to requests of pages; of the first group, the API accepts all without a token. */
const sites = {
  own: [
    'Sec-Fetch-Site: none',
    'Sec-Fetch-Site: same-origin',
    'Origin: http://reports.example:8080',
  ],
  other: [
    ...['Sec-Fetch-Site: same-site', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: '],
    ...['Origin: https://evil.example', 'Origin: null', 'Origin: http://reports.example'],
  ],
};

/** Changes one thing, mostly so that the request must be refused. */
function addDefect(choices: Choices, draft: Draft, world: World): void {
  const { pick, oneIn, weighted } = choices;
  const { parameters, bodies, hasId, resource } = draft.operation;
  const of = (location: string) => parameters.filter((parameter) => parameter.in === location);
  const addHeader = (name: string, value: string, isAdded: boolean) => {
    const others = draft.headers.filter(([other]) => isAdded || other !== name);
    draft.headers = [...others, [name, value]];
  };
  const oddField = (name: string, near: () => unknown) => {
    const known = badValues[name];
    const value = weighted<unknown>([
      [known ? 6 : 0, () => known?.(choices, world)],
      [3, near],
      [1, () => oddText(choices)],
    ]);
    return field(choices, name, value);
  };
  weighted<unknown>([
    [2, () => (draft.credential = pick(Object.keys(credentials) as Credential[]))],
    [1, () => (draft.method = pick(methods))],
    [1, () => (draft.ending = pick(endings))],
    [bodies.length > 0 ? 3 : 1, () => (draft.body = pick(refusedBodies))],
    [
      hasId ? 4 : 0,
      () => {
        const odd = String(nearMiss(choices, of('path')[0]?.schema ?? {})).toWellFormed();
        // The host handles ids of more than 100 characters in Fastify.
        const isLost = oneIn(2) || encodeURIComponent(odd).length > 100;
        draft.id = isLost ? existing(choices, world.owner.lost[resource]) : odd;
      },
    ],
    [
      1,
      () => {
        const [name = '', value = ''] = pick(oddHeaders).split(': ');
        addHeader(name, value, false);
      },
    ],
    [
      2,
      () => {
        const [name = '', value = ''] = pick([...sites.own, ...sites.other]).split(': ');
        addHeader(name, value, oneIn(4));
        if (oneIn(2)) draft.credential = pick(Object.keys(credentials) as Credential[]);
      },
    ],
    ...of('header').map(({ name, schema }) => {
      const bad = () => badValues[name]?.(choices, world) ?? oddString(choices);
      const odd = () => (oneIn(2) ? bad() : String(nearMiss(choices, schema)));
      return [1, () => addHeader(name, odd(), oneIn(2))] as const;
    }),
    ...of('query').map(({ name, schema }) => {
      const odd = () => oddField(name, () => String(nearMiss(choices, schema)));
      const add = () => (draft.query = changedFields(choices, draft.query, odd()));
      return [badValues[name] ? 9 : 1, add] as const;
    }),
    ...bodies
      .flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
      .map(([name, member]) => {
        const add = () => {
          const odd = oddField(name, () => nearMiss(choices, member));
          if (draft.body === undefined || 'refused' in draft.body) return;
          draft.body.fields = changedFields(choices, draft.body.fields, odd);
        };
        return [name === 'password' ? 1 : 3, add] as const;
      }),
  ]);
}

/** Usually replaces the valid field; otherwise it is added, or gets a similar name. */
function changedFields(
  { pick, oneIn }: Choices,
  fields: readonly Field[],
  odd: Field,
): readonly Field[] {
  const { name } = odd;
  const others = fields.filter((field) => field.name !== name);
  if (oneIn(2)) return [...others, odd];
  const names = [`${name}[]`, `${name}[a]`, `${name}[`, name.toUpperCase(), ` ${name}`];
  const renamed = [...names, '__proto__'].map((other) => [...fields, { ...odd, name: other }]);
  return pick([others, [...fields, odd], [...fields, odd, odd], ...renamed]);
}

const maxBytes = 64 * 1024;
const json = 'application/json';
const refusedBodies: readonly RefusedBody[] = [
  ...['', '{', '[]', 'null', '{"url":NaN}', '{"url":"\t"}', '{"url":"\xff"}'],
  // One byte order mark may be there, two may not.
  '\xef\xbb\xbf\xef\xbb\xbf{}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]
  .map((text) => ({ refused: 400, type: json, text }))
  .concat(
    { refused: 413, type: json, text: `{"url":"${'a'.repeat(maxBytes)}"}` },
    { refused: 413, type: 'application/x-www-form-urlencoded', text: 'a'.repeat(maxBytes + 1) },
    { refused: 413, type: 'text/plain', text: 'a'.repeat(maxBytes + 1) },
    ...['', 'text/plain', 'application/jsonp', 'application/json; charset=latin1'].map((type) => ({
      refused: 415,
      type,
      text: '{}',
    })),
  );

function sentRequest(draft: Draft, operations: readonly Operation[]): SentRequest {
  const { body, credential, method } = draft;
  const id = encodeURIComponent(draft.id);
  const path = draft.operation.template.replace(/\{\w+\}/g, () => id) + draft.ending;
  const headers: Header[] = draft.headers.map(([name, value]) => [name, headerValue(value)]);
  // Node itself refuses a head of more than 16 KB.
  const inHead = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const query = inHead + rawQueryOf(draft.query).length < 10_000 ? draft.query : [];
  const rawQuery = rawQueryOf(query);
  const target = targetOf(operations, method, path);
  const parameters = target.kind === 'operation' ? target.operation.parameters : [];
  const mayBeEmpty = parameters
    .filter((parameter) => parameter.allowEmptyValue)
    .map(({ name }) => name);
  const request = {
    method,
    url: rawQuery === '' ? path : `${path}?${rawQuery}`,
    target,
    query: query.filter(({ name, value }) => value !== '' || !mayBeEmpty.includes(name)),
    headers: inHead < 10_000 ? headers : [],
    isAuthenticated: credential.startsWith('good'),
    isCrossSite: isCrossSite(method, credential, headers),
    authorization: credentials[credential],
  };
  if (body === undefined) return request;
  const withType = [...request.headers, ['Content-Type', body.type] as const];
  if ('refused' in body) {
    const bytes = Buffer.from(body.text, 'latin1');
    const sent = { bytes, type: 'json', refused: body.refused, fields: [] } as const;
    return { ...request, headers: withType, body: sent };
  }
  const type = body.type.toLowerCase().includes('json') ? 'json' : 'form';
  const bytes = type === 'json' ? jsonBytes(body.fields) : formBytes(body.fields);
  return { ...request, headers: withType, body: { bytes, type, fields: body.fields } };
}

function isCrossSite(method: string, credential: Credential, headers: readonly Header[]): boolean {
  const isWithoutToken = credential === 'none' || credential === 'other scheme';
  if (!isWithoutToken || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const linesOf = (name: string) =>
    headers.filter((header) => header[0] === name).map((header) => header.join(': '));
  const fetchSite = linesOf('Sec-Fetch-Site');
  const deciding = fetchSite.length > 0 ? fetchSite : linesOf('Origin');
  const isOwn = deciding.length === 1 && sites.own.includes(deciding[0] ?? '');
  return deciding.length > 0 && !isOwn;
}

function rawQueryOf(query: readonly Field[]): string {
  const raw = query.map(encodeField).join('&');
  // Node refuses such bytes before any framework sees them.
  return raw.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

function formBytes(fields: readonly Field[]): Uint8Array {
  return Buffer.from(fields.map(encodeField).join('&'), 'latin1');
}

/** Not through an object, which would lose repeated names and `__proto__`. */
function jsonBytes(fields: readonly Field[]): Uint8Array {
  const json = (value: unknown) => JSON.stringify(value) ?? 'null';
  return Buffer.from(`{${fields.map(({ name, value }) => `${json(name)}:${json(value)}`).join()}}`);
}

/** `name=value` as latin1, one character a byte. */
function encodeField({ name, value, style }: Field): string {
  return `${encode(bytesOf(name), style)}=${encode(bytesOf(value), style)}`;
}

/** Lone surrogates are encoded like other characters. */
function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const bytes = Array.from(String(value), (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
    return Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
  });
  return Buffer.concat(bytes);
}

/** What each style escapes. A raw `%` must not become an escape. */
const escaped: Readonly<Record<Style, RegExp>> = {
  usual: /[^\w\-.~[\]]/g,
  escaped: /[\0-\xff]/g,
  raw: /[\0-\x20\x7f&=+#]|%(?=[\da-f]{2})/gi,
};

function encode(bytes: Uint8Array, style: Style): string {
  const text = Buffer.from(bytes).toString('latin1');
  return text.replace(escaped[style], (character) => {
    if (style === 'usual' && character === ' ') return '+';
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    return `%${style === 'escaped' ? hex : hex.toUpperCase()}`;
  });
}

/** What Node accepts in a header, so that the API sees it. */
function headerValue(value: unknown): string {
  return String(value)
    .toWellFormed()
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
