import { pipeline } from 'node:stream';
import { type ContentCoding, createDecoder } from './content-coding.ts';
import { fetchError } from './fetch-error.ts';

/** How much of a body may come, and what has to be undone. */
interface ReadBodyOptions {
  readonly coding: ContentCoding | null;
  readonly maxWireBytes: number;
  readonly maxDecodedBytes: number;
  /** Decoded bytes after which reading stops without an error. */
  readonly cutAt?: number | undefined;
  /** Is called with the bytes so far; no more is read until what it returns has resolved. */
  readonly grow?: (bytes: number) => Promise<void> | undefined;
}

/** A body, read and unpacked. */
export interface Body {
  readonly bytes: Uint8Array;
  /** Bytes as they came over the network. */
  readonly wireBytes: number;
}

/** Takes a body as it comes; returning before its end is to have had enough of it. */
type BodyReader = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Reads a body while counting what comes and what it unpacks to, and stops at once at either limit:
 * 400 bytes of brotli can unpack to half a gigabyte.
 *
 * @throws SitegradeError `body_too_large`, `body_decoded_too_large`, `encoding_invalid`; the
 * stream's own error where that failed.
 */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  options: ReadBodyOptions,
): Promise<Body> {
  const { cutAt = Number.POSITIVE_INFINITY, grow } = options;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const wireBytes = await streamBody(stream, options, async (body) => {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= cutAt) break;
      const room = grow?.(size);
      if (room !== undefined) await room;
    }
  });
  const bytes = Buffer.concat(chunks);
  return { bytes: bytes.subarray(0, Math.min(size, cutAt)), wireBytes };
}

/**
 * Hands a body on as it comes, within the same limits, and keeps none of it. No more is taken from
 * the network while `read` is busy.
 *
 * @returns bytes as they came over the network.
 * @throws what {@link readBody} throws, and what `read` does.
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
    const whole = coding === null ? source : decoded(source, coding);
    const tooLarge = coding === null ? 'body_too_large' : 'body_decoded_too_large';
    const max = cutAt <= maxDecodedBytes ? Number.POSITIVE_INFINITY : maxDecodedBytes;
    await read(limited(whole, max, tooLarge));
  } catch (error) {
    throw isZlibError(error) ? fetchError('encoding_invalid', { cause: error }) : error;
  }
  return wire.bytes;
}

/** Passes on what comes, and fails where it is more than so many bytes. */
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
  const whole = async function* () {
    yield first;
    yield* source;
  };
  // Errors reach the reader of the decoder: the pipeline has none to report.
  yield* pipeline(whole(), createDecoder(coding, first), () => {});
}

function isZlibError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_ZLIB)/.test(String(error.code));
}
