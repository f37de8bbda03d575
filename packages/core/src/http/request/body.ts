import { SitegradeError } from '@sitegrade/foundation/errors';
import { type Entries, parseForm, tooManyFields } from './form.ts';
import { defaultBodyLimit, type RawBody, readRawBody } from './raw-body.ts';
import { type ApiRequest, headerValues, type RequestHead } from './request.ts';

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const [quote, backslash, colon, bracket, brace] = Buffer.from('"\\:[{');
const utf8Labels: ReadonlySet<string> = new Set(['utf-8', 'utf8']);
/** Skips a byte order mark, which JSON may begin with (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a form or JSON body, even if the host has already parsed it.
 *
 * @param idleMs The time without data, in milliseconds.
 * @throws SitegradeError `payload_too_large`, `unsupported_media_type` or `malformed_body`, checked in
 * this order; `body_timed_out`; `internal`, for the host's log, if something else has read the body.
 */
export async function readRequestBody(
  request: ApiRequest,
  {
    limit = defaultBodyLimit,
    idleMs,
  }: { readonly limit?: number | undefined; readonly idleMs: number },
): Promise<Entries> {
  const raw = await readRawBody(request, { limit, idleMs });
  const type = typeOf(request.incoming, raw);
  if (type === undefined) return new Map();
  if ('missing' in raw) throw raw.missing;
  if ('parsed' in raw) {
    return type === formType ? formEntriesOf(raw.parsed) : entriesOf(raw.parsed);
  }
  return type === formType
    ? parseForm(raw.bytes, maxFieldsOf(raw.bytes))
    : entriesOf(parseJson(raw.bytes));
}

/** The media type, or `undefined` if there is no body. */
function typeOf(incoming: RequestHead, raw: RawBody): string | undefined {
  const coding = headerValues(incoming, 'content-encoding').join(',').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    throw unsupported('The body must be sent without a Content-Encoding.');
  }
  const headers = headerValues(incoming, 'content-type');
  if (headers.length === 0 && 'bytes' in raw && raw.bytes.length === 0) return undefined;

  const type = headers.length === 1 ? parseMediaType(headers[0] ?? '') : undefined;
  if (type === undefined || (type.essence !== jsonType && type.essence !== formType)) {
    throw unsupported(`The Content-Type must be ${formType} or ${jsonType}.`);
  }
  if (!type.charsets.every((charset) => utf8Labels.has(charset))) {
    throw unsupported('The charset of the body must be utf-8.');
  }
  return type.essence;
}

function parseJson(bytes: Uint8Array): unknown {
  const maxFields = maxFieldsOf(bytes);
  if (countFields(bytes) > maxFields) throw tooManyFields(maxFields);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // The parser's own error quotes the body, which may contain a password: it must not be logged as a cause.
    throw new SitegradeError('malformed_body', 'The body must be JSON in UTF-8.');
  }
}

/**
 * Counts the names, lists and objects inside of a body in JSON: the parser takes seconds for a million of them. The
 * elements of a list are not counted.
 */
function countFields(bytes: Uint8Array): number {
  let isString = false;
  /** Without the body itself. */
  let count = -1;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) isString = !isString;
    else if (isString && byte === backslash) index += 1;
    else if (!isString && (byte === colon || byte === bracket || byte === brace)) count += 1;
  }
  return count;
}

/** The own fields of an object, as entries. A field named `__proto__` is not special. */
function entriesOf(parsed: unknown): Entries {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SitegradeError('malformed_body', 'The body must be a JSON object.');
  }
  return new Map(Object.entries(parsed).map(([name, value]) => [name, [value]]));
}

/**
 * A form that the host's parser has turned into an object, with a list for each field that was sent
 * twice. A list of one was sent with brackets, and is not one of our fields.
 */
function formEntriesOf(parsed: unknown): Entries {
  const sent = (value: unknown) => (Array.isArray(value) && value.length > 1 ? value : [value]);
  return new Map([...entriesOf(parsed)].map(([name, [value]]) => [name, sent(value)]));
}

function unsupported(message: string): SitegradeError {
  return new SitegradeError('unsupported_media_type', message);
}

/**
 * The maximum number of fields of a body: enough for the longest list in a form, and for one that is too long.
 * A body within the default limit needs none.
 */
function maxFieldsOf(bytes: Uint8Array): number {
  return bytes.length > defaultBodyLimit ? 2_000 : Number.POSITIVE_INFINITY;
}

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const essence = new RegExp(`^[ \\t]*(${token}/${token})[ \\t]*(?=;|$)`);
const parameter = new RegExp(
  `;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`,
  'y',
);

/** A content type: type and subtype in lowercase, and its charset parameters. */
interface MediaType {
  readonly essence: string;
  readonly charsets: readonly string[];
}

/** Parses a `Content-Type` by the grammar of RFC 9110. Returns `undefined` if it is malformed. */
export function parseMediaType(value: string): MediaType | undefined {
  const start = essence.exec(value);
  if (start === null) return undefined;
  const charsets: string[] = [];
  parameter.lastIndex = start[0].length;
  while (parameter.lastIndex < value.length) {
    const match = parameter.exec(value);
    if (match === null) return undefined;
    const [, name, plain, quoted] = match;
    if (name?.toLowerCase() === 'charset') {
      charsets.push((plain ?? quoted ?? '').replace(/\\(.)/g, '$1').toLowerCase());
    }
  }
  return { essence: (start[1] as string).toLowerCase(), charsets };
}
