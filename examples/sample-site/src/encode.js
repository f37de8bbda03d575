// @ts-check
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = /^(?:text\/|application\/(?:json|xml)|image\/svg)/;

/**
 * Compresses a body if the client accepts it: with Brotli, otherwise gzip.
 *
 * @param {string | Buffer} body
 * @param {Record<string, string>} headers
 * @param {string} accepted The request's Accept-Encoding.
 * @returns {{ body: Buffer, headers: Record<string, string> }}
 */
export function encode(body, headers, accepted) {
  const bytes = Buffer.from(body);
  if (bytes.length === 0 || !compressible.test(headers['content-type'] ?? '')) {
    return { body: bytes, headers };
  }
  const varied = { ...headers, vary: 'Accept-Encoding' };
  if (accepts(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    return {
      body: brotliCompressSync(bytes, { params }),
      headers: { ...varied, 'content-encoding': 'br' },
    };
  }
  if (accepts(accepted, 'gzip')) {
    return { body: gzipSync(bytes), headers: { ...varied, 'content-encoding': 'gzip' } };
  }
  return { body: bytes, headers: varied };
}

/**
 * @param {string} accepted
 * @param {string} coding
 */
function accepts(accepted, coding) {
  return accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .some(([name, quality]) => name === coding && !/^q=0(?:\.0*)?$/.test(quality ?? ''));
}
