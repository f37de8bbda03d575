import { pipeline } from 'node:stream';
import { errorCode } from '@sitegrade/foundation/errors';
import { type ContentCoding, createDecoder } from './content-coding.ts';
import { fetchError } from './fetch-error.ts';
import { gunzip } from './gunzip.ts';

/** The coding and the limits of a body. */
export interface ReadBodyOptions {
  readonly coding: ContentCoding | null;
  readonly maxWireBytes: number;
  readonly maxDecodedBytes: number;
  /** Decoded bytes after which reading stops without an error. */
  readonly cutAt?: number | undefined;
  /** Called with the decoded size so far, before more is read. It throws to stop reading. */
  readonly onSize?: ((bytes: number) => void) | undefined;
}

/** A decoded body. */
export interface Body {
  readonly bytes: Uint8Array;
  /** The size as transferred. */
  readonly wireBytes: number;
}

/** Reads a body as a stream. Returning before its end stops reading. */
type BodyReader = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Reads and decodes a body within limits for the transferred and the decoded size: 400 bytes of brotli can
 * decode to half a gigabyte.
 *
 * @throws SitegradeError `body_too_large`, `body_decoded_too_large`, `encoding_invalid`, or the error of
 * the stream.
 */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  options: ReadBodyOptions,
): Promise<Body> {
  const { cutAt = Number.POSITIVE_INFINITY, onSize } = options;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const wireBytes = await streamBody(stream, options, async (body) => {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= cutAt) break;
      onSize?.(size);
    }
  });
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, Math.min(size, cutAt)), wireBytes };
}

/**
 * Passes a body to `read` as a stream, within the same limits, with backpressure.
 *
 * @returns the size as transferred.
 * @throws the errors of {@link readBody} and of `read`.
 */
export async function streamBody(
  stream: AsyncIterable<Uint8Array>,
  options: ReadBodyOptions,
  read: BodyReader,
): Promise<number> {
  const { coding, maxWireBytes, maxDecodedBytes, cutAt = Number.POSITIVE_INFINITY } = options;
  const wire = { bytes: 0 };
  try {
    const source = counted(stream, maxWireBytes, wire);
    const chunks = coding === null ? source : decoded(source, coding);
    const tooLarge = coding === null ? 'body_too_large' : 'body_decoded_too_large';
    const max = cutAt <= maxDecodedBytes ? Number.POSITIVE_INFINITY : maxDecodedBytes;
    // Without a coding, the bytes have been counted already.
    const isLimited = coding === null && maxWireBytes <= max;
    await read(isLimited ? chunks : limited(chunks, max, tooLarge));
  } catch (error) {
    throw isZlibError(error) ? fetchError('encoding_invalid', { cause: error }) : error;
  }
  return wire.bytes;
}

/** Passes on chunks, and fails above `max` bytes. */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  max: number,
  failure: 'body_too_large' | 'body_decoded_too_large',
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > max) throw fetchError(failure);
    yield chunk;
  }
}

async function* counted(
  stream: AsyncIterable<Uint8Array>,
  max: number,
  wire: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    wire.bytes += chunk.length;
    if (wire.bytes > max) throw fetchError('body_too_large');
    yield chunk;
  }
}

async function* decoded(
  source: AsyncGenerator<Uint8Array>,
  coding: ContentCoding,
): AsyncGenerator<Uint8Array> {
  const { value: first, done } = await source.next();
  if (done) return;
  const all = async function* () {
    yield first;
    yield* source;
  };
  if (coding === 'gzip') yield* gunzip(all());
  // The reader of the decoder gets the errors, so the callback ignores them.
  else yield* pipeline(all(), createDecoder(coding, first), () => {});
}

function isZlibError(error: unknown): boolean {
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_ZLIB)/.test(errorCode(error));
}
