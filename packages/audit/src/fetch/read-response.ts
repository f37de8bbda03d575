import { contentCodingOf } from './content-coding.ts';
import { fetchError } from './fetch-error.ts';
import type { FetchedHead } from './fetched.ts';
import type { FetchLimits } from './limits.ts';
import { type Body, type ReadBodyOptions, readBody, streamBody } from './read-body.ts';
import type { OpenResponse } from './send-request.ts';

/** Options for reading a response. */
export interface ReadResponseOptions {
  /** The maximum size as transferred. Default: the limit of the network. */
  readonly maxWireBytes?: number;
  /** The maximum decoded size. Default: the limit of the network. */
  readonly maxDecodedBytes?: number;
  /**
   * The decoded size after which reading stops without an error; 0 to read only the headers. A function decides
   * by the response; `undefined` means no limit.
   */
  readonly cutAt?: number | ((head: FetchedHead) => number | undefined);
  /** Reads the body of the final response as a stream. It is then not returned. */
  readonly read?: (chunks: AsyncIterable<Uint8Array>, head: FetchedHead) => Promise<void>;
  /** Called with the decoded size so far, before more is read. It throws to stop reading. */
  readonly onSize?: (bytes: number) => void;
  /** Checks the final response before its body is read. It throws to reject the response. */
  readonly onHead?: (head: FetchedHead) => void;
}

/**
 * Reads the body of a response, unless only the headers are needed. Its connection is released in any
 * case.
 *
 * @throws SitegradeError with the `reason`, and the errors of `onHead`.
 */
export async function readResponse(
  body: OpenResponse['body'],
  head: FetchedHead,
  request: ReadResponseOptions,
  limits: FetchLimits,
): Promise<Body> {
  const { headers, status } = head;
  const { wireBytes, decodedBytes } = limits;
  const { maxWireBytes = wireBytes, maxDecodedBytes = decodedBytes } = request;
  try {
    request.onHead?.(head);
    const cutAt = typeof request.cutAt === 'function' ? request.cutAt(head) : request.cutAt;
    if (cutAt === 0) {
      await body.discard();
      return { bytes: new Uint8Array(), wireBytes: 0 };
    }
    const coding = contentCodingOf(headers.get('content-encoding'));
    const declaredLength = Number(headers.get('content-length')?.[0] ?? 0);
    if (cutAt === undefined && declaredLength > maxWireBytes) throw fetchError('body_too_large');
    const options = { coding, maxWireBytes, maxDecodedBytes, cutAt };
    const { read: reader } = request;
    if (reader !== undefined) {
      const wireBytes = await streamBody(body, options, (chunks) => reader(chunks, head));
      return { bytes: new Uint8Array(), wireBytes };
    }
    const read = await readInTime(body, { ...options, onSize: request.onSize }, limits);
    if (coding !== null && read.wireBytes === 0 && status === 200) {
      throw fetchError('encoding_invalid', { cause: new Error('nothing to unpack') });
    }
    return read;
  } finally {
    body.destroy();
  }
}

/** A body beyond `afterBytes` must arrive at this rate, since it takes memory that others may need. */
const minRate = { afterBytes: 512 * 1024, bytesPerSecond: 64 * 1024 } as const;

/**
 * Turns of the event loop after the time in which a body is read that has already arrived: while something else blocks
 * this thread, or other bodies take turns with it, a page is not slow.
 */
const turnsToRead = 20;

/** Reads a body, unless it arrives too slowly: measured over `limits.bodyIdleMs`. */
async function readInTime(
  body: OpenResponse['body'],
  options: ReadBodyOptions,
  { bodyIdleMs }: FetchLimits,
): Promise<Body> {
  const leastBytes = (minRate.bytesPerSecond * bodyIdleMs) / 1_000;
  let size = 0;
  let isTooSlow = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  const measureNext = () => {
    const before = size;
    const decide = (turns: number): void => {
      if (size - before >= leastBytes) measureNext();
      else if (turns > 0) turn = setImmediate(decide, turns - 1);
      else {
        isTooSlow = true;
        body.destroy();
      }
    };
    timer = setTimeout(decide, bodyIdleMs, turnsToRead);
  };
  const onSize = (bytes: number) => {
    size = bytes;
    options.onSize?.(bytes);
    if (timer === undefined && bytes > minRate.afterBytes) measureNext();
  };
  try {
    return await readBody(body, { ...options, onSize });
  } catch (error) {
    throw isTooSlow ? fetchError('body_too_slow', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    clearImmediate(turn);
  }
}
