import { SitegradeError } from '@sitegrade/foundation/errors';

const percent = 0x25;
const plus = 0x2b;
const space = 0x20;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** All values that were sent, by name. A name may be sent several times. */
export type Entries = ReadonlyMap<string, readonly unknown[]>;

/** Marks a value that is not UTF-8. It cannot occur in a JSON body. */
export const notUtf8 = Symbol('not UTF-8');

/**
 * Parses `application/x-www-form-urlencoded`, in a query or a body, by the WHATWG rules: a stray
 * percent sign is kept. A value that is not UTF-8 becomes {@link notUtf8}, which fields reject. A name
 * that is not UTF-8 is dropped.
 *
 * @param maxPairs - The maximum number of pairs, also empty ones (`&&`). Nothing is read after them. Queries
 * need none: Node limits the length of a request's target.
 * @throws SitegradeError `payload_too_large` if there are more pairs.
 */
export function parseForm(bytes: Uint8Array, maxPairs = Number.POSITIVE_INFINITY): Entries {
  const entries = new Map<string, unknown[]>();
  for (const [rawName, rawValue] of pairsOf(bytes, maxPairs)) {
    const name = decode(rawName);
    if (typeof name !== 'string') continue;
    const values = entries.get(name);
    if (values) values.push(decode(rawValue));
    else entries.set(name, [decode(rawValue)]);
  }
  return entries;
}

/** The bytes of a raw query. Node decodes a request's target as Latin-1: one character per byte. */
export function queryBytes(rawQuery: string): Uint8Array {
  return Buffer.from(rawQuery, 'latin1');
}

/** The error for a body with more fields than allowed. In a form, a value of a list is one, too; in JSON, a list or an object. */
export function tooManyFields(maxFields: number): SitegradeError {
  return new SitegradeError('payload_too_large', `The body must have at most ${maxFields} fields.`);
}

function* pairsOf(
  bytes: Uint8Array,
  maxPairs: number,
): Generator<readonly [Uint8Array, Uint8Array]> {
  let start = 0;
  for (let count = 1; start < bytes.length; count += 1) {
    if (count > maxPairs) throw tooManyFields(maxPairs);
    const ampersand = bytes.indexOf(0x26, start);
    const end = ampersand === -1 ? bytes.length : ampersand;
    if (end > start) {
      const pair = bytes.subarray(start, end);
      const equals = pair.indexOf(0x3d);
      yield equals === -1
        ? [pair, new Uint8Array()]
        : [pair.subarray(0, equals), pair.subarray(equals + 1)];
    }
    start = end + 1;
  }
}

function decode(raw: Uint8Array): string | typeof notUtf8 {
  const isEncoded = raw.includes(percent) || raw.includes(plus);
  try {
    return utf8.decode(isEncoded ? withoutEscapes(raw) : raw);
  } catch {
    return notUtf8;
  }
}

function withoutEscapes(raw: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(raw.length);
  let length = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const byte = raw[index] as number;
    const escaped = byte === percent ? hexByte(raw, index + 1) : undefined;
    if (escaped !== undefined) index += 2;
    decoded[length++] = escaped ?? (byte === plus ? space : byte);
  }
  return decoded.subarray(0, length);
}

function hexByte(bytes: Uint8Array, at: number): number | undefined {
  const high = hexDigit(bytes[at]);
  const low = hexDigit(bytes[at + 1]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}
