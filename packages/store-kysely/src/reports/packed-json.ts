import { promisify } from 'node:util';
import { deflate, deflateSync, inflate, inflateSync, type ZlibOptions } from 'node:zlib';
import { SitegradeError } from '@sitegrade/core';
import { maxJsonBytes } from './ruleset-texts.ts';

const deflateOnThread = promisify<string, ZlibOptions, Buffer>(deflate);
const inflateOnThread = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);

/**
 * Up to these sizes, compressing takes less than half a millisecond, and a thread costs more than it saves. Characters
 * of text, and compressed bytes.
 */
const small = { text: 32_000, bytes: 4_000 } as const;

/** A third of the time of zlib's default, 6, for a tenth more bytes of details. */
const level = 3;

/** Compresses text: a large one on a thread of Node's pool, because it would block the event loop. */
export async function compress(text: string, dictionary?: Uint8Array): Promise<Buffer> {
  const options = { level, ...(dictionary && { dictionary }) };
  return text.length <= small.text ? deflateSync(text, options) : deflateOnThread(text, options);
}

async function decompress(bytes: Uint8Array, options: ZlibOptions): Promise<Buffer> {
  return bytes.length <= small.bytes
    ? inflateSync(bytes, options)
    : inflateOnThread(bytes, options);
}

/**
 * Packs a value as compressed JSON, as {@link compress} does.
 *
 * @param dictionary - What the values look like. It must never change.
 */
export function packJson(value: unknown, dictionary?: Uint8Array): Promise<Uint8Array> {
  return compress(JSON.stringify(value), dictionary);
}

/**
 * Reads a packed value. A large one is decompressed on a thread of Node's pool.
 *
 * @param what - What it is, for the error.
 * @throws SitegradeError `internal` for damaged bytes.
 */
export async function unpackJson<Value>(
  what: string,
  bytes: Uint8Array,
  dictionary?: Uint8Array,
): Promise<Value> {
  try {
    const options = { maxOutputLength: maxJsonBytes, ...(dictionary && { dictionary }) };
    return JSON.parse((await decompress(bytes, options)).toString()) as Value;
  } catch (cause) {
    throw new SitegradeError('internal', `The stored ${what} is damaged.`, { cause });
  }
}
