import { finished, type Readable } from 'node:stream';
import { SitegradeError } from '../../errors.ts';
import type { ApiRequest } from './request.ts';

/** The largest body that is read, in bytes, unless a route has its own limit. */
export const defaultBodyLimit = 64 * 1024;

/** A body: its bytes, or the value that the host's parser returned. */
export type RawBody = { readonly bytes: Uint8Array } | { readonly parsed: unknown };

/**
 * Reads the body from the request, or uses the one that the host kept. Stops at the limit.
 *
 * @throws SitegradeError `payload_too_large`; `malformed_body` if it is incomplete.
 */
export async function readRawBody(request: ApiRequest, limit: number): Promise<RawBody> {
  if (Number(request.incoming.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
  if (isStream(request.body)) return { bytes: await collect(request.body, limit) };
  // A parser that skipped the request may have set an empty object, so only the stream shows whether
  // the body was read.
  if (request.incoming.readable) return { bytes: await collect(request.incoming, limit) };
  return keptBody(request.body, limit);
}

function keptBody(body: unknown, limit: number): RawBody {
  if (body === undefined || body === null) return { bytes: new Uint8Array() };
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!(bytes instanceof Uint8Array)) return { parsed: body };
  if (bytes.length > limit) throw bodyTooLarge(limit);
  return { bytes };
}

function collect(stream: Readable, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const take = (chunk: Uint8Array | string) => {
      // A host may have set an encoding.
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      length += bytes.length;
      chunks.push(bytes);
      if (length <= limit) return;
      stream.off('data', take);
      // The rest is discarded, so that the client can read the response.
      stream.resume();
      reject(bodyTooLarge(limit));
    };
    stream.on('data', take);
    finished(stream, (error) => {
      if (error) reject(incomplete());
      else resolve(Buffer.concat(chunks, length));
    });
  });
}

/** Whether a body is a stream that is not read yet. */
export function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body && 'resume' in body;
}

/** The error for a body that is longer than the limit in bytes. */
export function bodyTooLarge(limit: number): SitegradeError {
  return new SitegradeError('payload_too_large', `The body must be at most ${limit} bytes long.`);
}

function incomplete(): SitegradeError {
  return new SitegradeError('malformed_body', 'The request body was incomplete.');
}
