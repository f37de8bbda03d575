import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { limited } from '../read-body.ts';

/**
 * Unpacks a file that is compressed by itself, whatever its name and its headers say: a `.xml.gz`
 * is often sent as it is. What begins otherwise than gzip passes as it is.
 *
 * @param max - Unpacked bytes beyond which it fails.
 */
export async function* gunzipFile(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < 2) {
    const { value, done } = await source.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const whole = async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  if (start[0] !== 0x1f || start[1] !== 0x8b) yield* whole();
  else {
    // Errors are seen by whoever reads, so that the pipeline has none to report.
    const unpacked = pipeline(whole(), createGunzip({ chunkSize: 64 * 1024 }), () => {});
    yield* limited(unpacked, max, 'body_decoded_too_large');
  }
}
