import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** How much of a body is read that no one needs, in bytes. */
const maxDiscarded = 16 * 1024 * 1024;

/**
 * The body as a stream of Node, or `undefined` if there is none.
 *
 * @throws TypeError if the host has read it.
 */
export function streamOf(request: Request): Readable | undefined {
  if (request.body === null) return undefined;
  if (request.bodyUsed || request.body.locked) {
    throw new TypeError(
      'sitegrade: the body of the request was already read. Pass request.clone() to what reads it first.',
    );
  }
  return Readable.fromWeb(request.body as ReadableStream);
}

/**
 * Reads what is left of a body and discards it, so that a client that is still sending can read the response. The
 * body is cancelled if that is more than 16 MiB.
 *
 * @param stream The body, if it was read from.
 */
export function discardRest(request: Request, stream: Readable | undefined): void {
  if (stream === undefined && (request.bodyUsed || request.body === null)) return;
  if (request.body?.locked && stream === undefined) return;
  const rest = stream ?? Readable.fromWeb(request.body as ReadableStream);
  if (rest.readableEnded || rest.destroyed) return;
  let bytes = 0;
  rest.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) rest.destroy();
  });
  // A client that disconnects meanwhile is not an error.
  rest.on('error', () => {});
}
