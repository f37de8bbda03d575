import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { readCodings } from './coding-names.ts';
import { fetchError } from './fetch-error.ts';

/** A content coding that is decoded. */
export type ContentCoding = 'gzip' | 'deflate' | 'br';

const codings: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/**
 * The value of `Accept-Encoding`. zstd is missing: Node 20 cannot decode it, and Node 22 decodes the first
 * frame only.
 */
export const acceptEncoding = [...new Set(codings.values())].join(', ');

/**
 * Parses `Content-Encoding`; `null` if the body is not encoded. A name that is not a coding, such as `none` or `utf-8`,
 * changes nothing: browsers read the bytes as they are (https://fetch.spec.whatwg.org/#handle-content-codings).
 *
 * @throws SitegradeError `encoding_unsupported` for a coding that is not decoded, and for several codings: they
 * multiply the decoded size of a small body, and websites do not use them.
 */
export function contentCodingOf(values?: readonly string[]): ContentCoding | null {
  const { codings: names, unknown } = readCodings(values);
  const [name] = names;
  if (name === undefined) return null;
  const coding = codings.get(name);
  if (coding === undefined || names.length + unknown.length > 1)
    throw fetchError('encoding_unsupported');
  return coding;
}

const chunkSize = 64 * 1024;

/** Creates a decoder. The first bytes of the body distinguish the two forms of deflate. */
export function createDecoder(
  coding: Exclude<ContentCoding, 'gzip'>,
  first: Uint8Array,
): Transform {
  if (coding === 'br') return zlib.createBrotliDecompress({ chunkSize });
  // "deflate" is zlib-wrapped (RFC 9110 §8.4.1.2), but many servers send it raw.
  const wrapped = ((first[0] ?? 0) & 15) === 8;
  return wrapped ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize });
}
