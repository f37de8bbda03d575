import { createResponseValidator } from '@sitegrade/adapter-suite/response-validator';
import { createSchemaValidator } from '@sitegrade/adapter-suite/schema-validator';
import type { OpenApiDocument, ParameterObject, Schema } from '@sitegrade/core/http';
import type { Operation } from './document.ts';
import { type Owner, removeRecord, secretMark } from './owner.ts';
import type { SentField, SentRequest } from './requests.ts';
import type { Reply } from './servers.ts';

/** A JSON object. */
type Json = Readonly<Record<string, unknown>>;

/** Whether a field must be accepted, must be refused, or may be either. */
type Verdict = 'valid' | 'invalid' | 'either';
type Place = 'query' | 'form' | 'json';
type MatchesSchema = (schema: Schema, value: unknown) => boolean;

/** Validates one response and returns its faults. */
export type Validate = (request: SentRequest, reply: Reply, owner: Owner) => string[];

/** Creates the validator of responses for the API of this document. */
export function createValidator(document: OpenApiDocument): Validate {
  const validateByDocument = createResponseValidator(document);
  const schemaFaults = createSchemaValidator(document);
  const matches: MatchesSchema = (schema, value) => schemaFaults(schema, value) === undefined;
  return (request, reply, owner) => {
    const { target } = request;
    if (target.kind === 'host') return reply.status < 500 ? [] : [`the status is ${reply.status}`];
    const expected = expectedOf(request, owner, matches);
    const faults = generalFaults(request, reply, owner);
    if (!expected.statuses.includes(reply.status)) {
      faults.push(`the status is ${reply.status}, not ${expected.statuses.join(' or ')}`);
    }
    if (reply.status === 422) faults.push(...fieldFaults(reply, expected.fields));
    try {
      validateByDocument({ method: request.method, path: request.url, ...reply });
    } catch (error) {
      faults.push(String(error).split('\n')[0] ?? '');
    }
    const allow = reply.headers.get('allow');
    if (reply.status === 200 && isCsv(reply) !== prefersCsv(request)) {
      faults.push(`the content type is ${reply.headers.get('content-type')}`);
    }
    const hasAllow = target.kind === 'other method' && !hasOddHost(request);
    if (hasAllow && allow !== target.allow) faults.push(`Allow is ${allow}`);
    return faults;
  };
}

/** The object of a JSON body; `undefined` if it is not an object. */
export function readObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

const codeLocation = /node_modules|\/packages\/|file:\/\/|\n\s+at \S+ \(/;

/** Rules for every response, in addition to the document. */
function generalFaults({ method }: SentRequest, { status, headers, text }: Reply, owner: Owner) {
  const everything = `${text}\n${[...headers].join('\n')}`;
  const secrets = [secretMark, ...owner.keys];
  const faults = secrets
    .filter((secret) => everything.includes(secret))
    .map((secret) => `it reveals ${secret}`);
  if (codeLocation.test(everything)) faults.push('it reveals a location in the code');
  if (method === 'HEAD' || status === 204 || status === 304) return faults;
  if (isCsv({ headers })) return faults;
  const length = headers.get('content-length');
  if (length !== String(Buffer.byteLength(text))) faults.push(`content-length is ${length}`);
  const body = readObject(text);
  if (body?.status !== status) faults.push(`the body has status ${String(body?.status)}`);
  return faults;
}

function isCsv({ headers }: Pick<Reply, 'headers'>): boolean {
  return headers.get('content-type')?.startsWith('text/csv') ?? false;
}

/** Every `Accept` with CSV that is sent prefers it. */
function prefersCsv({ target, headers }: SentRequest): boolean {
  if (target.kind !== 'operation') return false;
  const { parameters, template } = target.operation;
  const isList = parameters.some(({ name }) => name === 'cursor') || template.endsWith('/issues');
  return isList && headers.some(([name, value]) => name === 'Accept' && value.includes('csv'));
}

/** A 422 names every invalid field, and no valid one. */
function fieldFaults(
  { text }: Reply,
  fields: ReadonlyMap<string, Verdict> | undefined,
): readonly string[] {
  if (fields === undefined) return [];
  const { code, errors } = readObject(text) ?? {};
  if (code !== 'invalid_input') return [];
  const named = Object.keys((errors as object | undefined) ?? {});
  return [
    ...[...fields]
      .filter(([name, verdict]) => verdict === 'invalid' && !named.includes(name))
      .map(([name]) => `the invalid field ${name} is not named`),
    ...named
      .filter((name) => (fields.get(name) ?? 'valid') === 'valid')
      .map((name) => `the field ${name} is named although it is valid`),
  ];
}

function only(status: number) {
  return { statuses: [status], fields: new Map<string, Verdict>() };
}

/** Whether it has its own `Host`, none of which is a host. */
function hasOddHost({ headers }: SentRequest): boolean {
  return headers.some(([name]) => name === 'Host');
}

/** The statuses that are right, in the order in which the API validates a request. */
function expectedOf(request: SentRequest, owner: Owner, matches: MatchesSchema) {
  const { target, method, body } = request;
  if (hasOddHost(request)) return only(400);
  if (target.kind !== 'operation') return only(method === 'OPTIONS' ? 204 : 405);
  if (request.isCrossSite) return only(403);
  if (!request.isAuthenticated) return only(401);
  const { operation, ids } = target;
  if (!operation.isFollowed) {
    return { statuses: operation.statuses, fields: undefined };
  }
  const exists = (id: string) => /^[1-9]\d*$/.test(id) && owner[operation.resource].has(Number(id));
  if (!ids.every(exists)) return only(404);
  if (operation.bodies.length > 0 && body?.refused !== undefined) return only(body.refused);

  const fields = verdictsOf(request, operation, owner, matches);
  const verdicts = [...fields.values()];
  if (verdicts.includes('invalid')) return { statuses: [422], fields };
  const statuses = operation.statuses.filter((status) => status < 400);
  // Only pages that were rendered have a picture.
  if (operation.operationId === 'getScreenshot') statuses.push(404);
  // A failed condition or a repeated request may refuse what is valid.
  if (conditionsOf(request, operation).length > 0) {
    statuses.push(409, 412, 422, ...(ids.length === 0 ? [404] : []));
  }
  if (verdicts.includes('either')) statuses.push(422);
  return { statuses, fields };
}

/** Validates every field by the document. */
function verdictsOf(
  request: SentRequest,
  operation: Operation,
  owner: Owner,
  matches: MatchesSchema,
): ReadonlyMap<string, Verdict> {
  const { query, headers, body, target } = request;
  const verdicts = new Map<string, Verdict>();
  for (const field of operation.parameters.filter((parameter) => parameter.in === 'query')) {
    verdicts.set(field.name, verdictOf(field, query, 'query', matches));
  }
  for (const { name, schema } of conditionsOf(request, operation)) {
    const values = headers.filter(([other]) => other === name);
    const isValid = values.length === 1 && matches(schema, values[0]?.[1]);
    // A header may be accepted in more forms than its pattern lists.
    verdicts.set(name, isValid ? 'valid' : 'either');
  }
  const location = body?.type ?? 'form';
  const sent = body?.fields ?? [];
  const schema = operation.bodies.find(({ contentType }) => contentType.includes(location))?.schema;
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    const required = schema?.required?.includes(name) ?? false;
    verdicts.set(name, verdictOf({ name, schema: member, required }, sent, location, matches));
  }
  if (!verdicts.has('password')) return verdicts;
  const id = target.kind === 'operation' ? Number(target.ids[0]) : 0;
  const privacy = privacyIn(request) ?? owner.websites.get(id)?.privacy;
  const passwords = sent.filter(({ name }) => name.startsWith('password'));
  const isRepeated =
    passwords.some(({ name }) => name.startsWith('password[')) ||
    (location === 'form' && passwords.length > 1);
  // Validated only if privacy is, or becomes, 2 and everything else is valid; then one may be missing.
  if (!isRepeated) verdicts.set('password', privacy === 2 ? 'either' : 'valid');
  return verdicts;
}

/** The documented headers that can make a request fail. */
function conditionsOf(
  { headers }: SentRequest,
  { parameters }: Operation,
): readonly ParameterObject[] {
  const sent = new Set(headers.map(([name]) => name));
  return parameters.filter(
    (parameter) =>
      parameter.in === 'header' && parameter.name !== 'If-None-Match' && sent.has(parameter.name),
  );
}

function privacyIn({ body }: SentRequest): number | undefined {
  const value = body?.fields.findLast(({ name }) => name === 'privacy')?.value;
  return value === undefined ? undefined : Number(value);
}

function verdictOf(
  { name, schema, required = false }: Pick<ParameterObject, 'name' | 'schema' | 'required'>,
  sent: readonly SentField[],
  location: Place,
  matches: MatchesSchema,
): Verdict {
  const values = sent.filter((field) => field.name === name).map(({ value }) => value);
  // `name[]` and `name[key]`, which some parsers read as a list or an object.
  if (sent.some((field) => field.name.startsWith(`${name}[`))) return 'invalid';
  if (values.length === 0) return required ? 'invalid' : 'valid';
  // Of a repeated name in JSON, parsers keep the last.
  if (values.length > 1 && location !== 'json') return 'invalid';
  const value = values.at(-1);
  const isText = typeof value === 'string';
  if (isText && (value.includes('\0') || !value.isWellFormed())) return 'invalid';
  if (location !== 'json' && value instanceof Uint8Array) return 'invalid';
  const typed = location === 'json' ? value : typedValue(String(value), schema);
  if (matches(schema, typed)) {
    // These are validated further than their schemas say.
    return ['cursor', 'url', 'created_from', 'created_to'].includes(name) ? 'either' : 'valid';
  }
  // The length of a URL is validated after all fields, like its other parts.
  if (name === 'url' && isText && value !== '') return 'either';
  // JSON may hold a number as a string.
  if (isText && matches(schema, typedValue(value, schema))) return 'either';
  const isUnbounded = schema.maximum === undefined && schema.enum === undefined;
  const isHuge = typeof typed === 'number' && Math.abs(typed) > Number.MAX_SAFE_INTEGER;
  return isUnbounded && isHuge ? 'either' : 'invalid';
}

function typedValue(text: string, { type }: Schema): unknown {
  const types = [type].flat();
  if (types.includes('integer') && /^(?:0|-?[1-9]\d*)$/.test(text)) return Number(text);
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

const durations = /"(?:time_to_first_byte_ms|fetch_ms|ms)":\s*[\d.]+/g;
/** The secrets of webhooks and the ids of their messages. */
const random = /(?<="(?:whsec|msg)_)[^"]+/g;

/** The difference of two responses to the same request. */
export function differencesOf(a: Reply, b: Reply): readonly string[] {
  // The tag and the length of a report depend on the duration of its analysis.
  const differs = (part: RegExp) => a.text.search(part) !== -1;
  const isTimed = a.text === '' || differs(durations) || differs(random);
  const essence = ({ status, headers, text }: Reply) => {
    const found = new Map<string, unknown>([
      ['status', status],
      ['body', text.replace(durations, '"ms":0').replace(random, '')],
    ]);
    for (const [name, value] of headers) {
      if (/^(?:connection|date|keep-alive|transfer-encoding|x-powered-by)$/.test(name)) continue;
      found.set(name, isTimed && /^(?:etag|content-length)$/.test(name) ? 'any' : value);
    }
    return found;
  };
  const [first, second] = [essence(a), essence(b)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => first.get(name) !== second.get(name))
    .map((name) => `${name} is ${first.get(name)} on one, ${second.get(name)} on the other`);
}

/** A row of a listing, or a record. */
type Row = Json & { readonly id: number };

interface Listing {
  readonly data: readonly Row[];
  readonly meta: Readonly<Record<string, number | null>> & { readonly total: number };
}

/** Tracks the changes of a successful request, and validates its response. */
export function followOwner(request: SentRequest, reply: Reply, owner: Owner): readonly string[] {
  const { target, method } = request;
  // A job: of `Prefer: respond-async`, too.
  if (reply.status === 202) return [];
  if (target.kind === 'operation' && !target.operation.isFollowed) return [];
  if (target.kind === 'operation' && isCsv(reply) && method !== 'HEAD') {
    return csvFaults(request, reply.text, owner, target.operation.resource);
  }
  const body = readObject(reply.text);
  if (target.kind !== 'operation' || reply.status >= 300 || body === undefined) return [];
  const { resource } = target.operation;
  const id = Number(target.ids[0]);
  if (Array.isArray(body.data)) {
    const listing = body as unknown as Listing;
    return [
      ...listing.data.flatMap((row) => rowFaults(row, owner, resource)),
      ...listingFaults(request, listing, owner, resource),
    ];
  }
  if (method === 'DELETE') {
    removeRecord(owner, resource, id);
    return body.id === id ? [] : [`it deleted ${String(body.id)}, not ${id}`];
  }
  const { object, from, to } = body.data as { object: string; from: Row; to: Row };
  if (object === 'catalogue' || object === 'history') return [];
  if (object === 'comparison') {
    const faults = [from, to].flatMap((row) => rowFaults(row, owner, resource));
    return to.id === id ? faults : [...faults, `it compares ${to.id}, not ${id}`];
  }
  if (object === 'screenshot') {
    const { report_id: shown } = body.data as unknown as { report_id: number };
    return shown === id ? [] : [`it shows the picture of ${shown}, not of ${id}`];
  }
  const row = body.data as Row;
  if (method === 'POST') {
    const { website_id, result } = row as unknown as { website_id: number; result: string };
    if (!owner.reports.has(row.id)) owner.reports.set(row.id, { website_id, result });
    if (!owner.websites.has(website_id)) owner.websites.set(website_id, { privacy: 1 });
  } else if (method !== 'GET') {
    const privacy = privacyIn(request) ?? owner.websites.get(id)?.privacy ?? 1;
    owner.websites.set(id, { privacy });
  }
  const faults = rowFaults(row, owner, resource);
  return method === 'POST' || row.id === id ? faults : [...faults, `it shows ${row.id}, not ${id}`];
}

/** A row must exist and match the expected state. */
function rowFaults(row: Row, owner: Owner, resource: Operation['resource']): readonly string[] {
  const known: object | undefined = owner[resource].get(row.id);
  if (known === undefined) return [`it shows ${row.id}, which does not exist`];
  const counted = [...owner.reports.values()].filter(({ website_id }) => website_id === row.id);
  const expected = resource === 'reports' ? known : { ...known, reports_count: counted.length };
  return Object.entries(expected)
    .filter(([name, value]) => row[name] !== value)
    .map(([name, value]) => `${name} of ${row.id} is ${String(row[name])}, not ${String(value)}`);
}

/** Filters of reports whose matches are not known here. */
const uncounted = ['url', 'created_from', 'created_to'];
/** A filter by the parameters of a listing except the search. */
function filterOf(params: ReadonlyMap<string, string>, resource: Operation['resource']) {
  const filters = (resource === 'reports' ? ['website_id', 'result'] : []).filter((name) =>
    params.has(name),
  );
  return (row: object) =>
    filters.every((name) => String(Reflect.get(row, name)) === params.get(name));
}

/** Whether parameters restrict a listing to rows that are not known here. */
function isNarrowedBy(
  params: ReadonlyMap<string, string>,
  resource: Operation['resource'],
): boolean {
  return ['search', ...(resource === 'reports' ? uncounted : [])].some((name) => params.has(name));
}

/** CSV must have a line for every row of the filters, and for no other. */
function csvFaults(
  { query }: SentRequest,
  text: string,
  owner: Owner,
  resource: Operation['resource'],
): readonly string[] {
  const params = new Map(query.map(({ name, value }) => [name, String(value)]));
  const ids = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
  const passes = filterOf(params, resource);
  const rows: readonly (readonly [number, object])[] = [...owner[resource]];
  const expected = rows.flatMap(([id, row]) => (passes(row) ? [id] : []));
  const other = ids.filter((id) => !expected.includes(id));
  const faults = other.map((id) => `the CSV has the row ${id}`);
  if (new Set(ids).size !== ids.length) faults.push('the CSV has a row twice');
  if (!isNarrowedBy(params, resource) && ids.length !== expected.length)
    faults.push('rows are missing in the CSV');
  return faults;
}

/** A page must have the requested length and filters, and the right total. */
function listingFaults(
  { query }: SentRequest,
  { data, meta }: Listing,
  owner: Owner,
  resource: Operation['resource'],
): readonly string[] {
  const params = new Map(query.map(({ name, value }) => [name, String(value)]));
  const perPage = Number(params.get('per_page') ?? 50);
  const page = Number(params.get('page') ?? 1);
  const passes = filterOf(params, resource);
  const matching = [...owner[resource].values()].filter(passes).length;
  const isNarrowed = isNarrowedBy(params, resource);
  const from = data.length === 0 ? null : (page - 1) * perPage + 1;
  const rest = Math.min(perPage, Math.max(0, meta.total - (page - 1) * perPage));
  const rules: readonly (readonly [holds: boolean, what: string])[] = [
    [meta.per_page === perPage && meta.current_page === page, 'per_page and current_page'],
    [meta.last_page === Math.max(1, Math.ceil(meta.total / perPage)), 'last_page'],
    [meta.from === from && meta.to === (from && from + data.length - 1), 'from and to'],
    [params.has('cursor') || data.length === rest, 'the number of rows'],
    [isNarrowed ? meta.total <= matching : meta.total === matching, `total (${matching} match)`],
    [data.every(passes), 'a row that the filter excludes'],
  ];
  const shown = JSON.stringify(meta);
  return rules
    .filter(([holds]) => !holds)
    .map(([, what]) => `wrong in the list: ${what}: ${shown}`);
}
