import type { IncomingMessage } from 'node:http';
import { SitegradeError } from '../../errors.ts';
import { defaultBodyLimit, type RawBody, readRawBody } from './body-bytes.ts';
import type { Entries } from './form.ts';
import { parseForm } from './form.ts';
import { parseMediaType } from './media-type.ts';
import { type ApiRequest, headerValues } from './request.ts';

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const utf8Labels: ReadonlySet<string> = new Set(['utf-8', 'utf8']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a form or JSON body, even if the host has already parsed it.
 *
 * @throws SitegradeError `payload_too_large`, `unsupported_media_type` or `malformed_body`, checked in
 * this order.
 */
export async function readRequestBody(
  request: ApiRequest,
  limit = defaultBodyLimit,
): Promise<Entries> {
  const raw = await readRawBody(request, limit);
  const type = typeOf(request.incoming, raw);
  if (type === undefined) return new Map();
  if ('parsed' in raw) {
    return type === formType ? formEntriesOf(raw.parsed) : entriesOf(raw.parsed);
  }
  return type === formType ? parseForm(raw.bytes) : entriesOf(parseJson(raw.bytes));
}

/** The media type, or `undefined` if there is no body. */
function typeOf(incoming: IncomingMessage, raw: RawBody): string | undefined {
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
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // The parser's own error quotes the body, which may contain a password: it must not be logged as a cause.
    throw new SitegradeError('malformed_body', 'The body must be JSON in UTF-8.');
  }
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
