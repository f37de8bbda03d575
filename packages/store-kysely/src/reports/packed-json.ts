import { promisify } from 'node:util';
import { deflate, inflate, type ZlibOptions } from 'node:zlib';
import { SitegradeError } from '@sitegrade/core';
import { maxJsonBytes } from './ruleset-texts.ts';

const compress = promisify<string, ZlibOptions, Buffer>(deflate);
const decompress = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);

/**
 * Packs a value as compressed JSON, on a thread of Node's pool.
 *
 * @param dictionary - What the values look like. It must never change.
 */
export function packJson(value: unknown, dictionary?: Uint8Array): Promise<Uint8Array> {
  return compress(JSON.stringify(value), { ...(dictionary && { dictionary }) });
}

/**
 * Reads a packed value, on a thread of Node's pool.
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
