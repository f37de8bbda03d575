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
 */
export function parseForm(bytes: Uint8Array): Entries {
  const entries = new Map<string, unknown[]>();
  for (const [rawName, rawValue] of pairsOf(bytes)) {
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

function* pairsOf(bytes: Uint8Array): Generator<readonly [Uint8Array, Uint8Array]> {
  let start = 0;
  while (start < bytes.length) {
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
  const decoded = new Uint8Array(raw.length);
  let length = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const byte = raw[index] as number;
    const escaped = byte === percent ? hexByte(raw, index + 1) : undefined;
    if (escaped !== undefined) index += 2;
    decoded[length++] = escaped ?? (byte === plus ? space : byte);
  }
  try {
    return utf8.decode(decoded.subarray(0, length));
  } catch {
    return notUtf8;
  }
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
