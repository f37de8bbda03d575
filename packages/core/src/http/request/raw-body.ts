import { finished, type Readable } from 'node:stream';
import { types } from 'node:util';
import { isError, SitegradeError } from '@sitegrade/foundation/errors';
import { contextDefaults } from '../../context/context.ts';
import type { ApiRequest } from './request.ts';

/** The largest body that is read, in bytes, unless a route has its own limit. */
export const defaultBodyLimit = 64 * 1024;

/** The largest limit that a route may have, in bytes. */
export const largestBodyLimit = 4 * 1024 * 1024;

/** A body: its bytes, the value that the host's parser returned, or the error that it was sent but cannot be read. */
export type RawBody =
  | { readonly bytes: Uint8Array }
  | { readonly parsed: unknown }
  | { readonly missing: SitegradeError };

/** How a body is read. */
interface BodyLimits {
  /** In bytes. */
  readonly limit: number;
  /** The time without data, in milliseconds. */
  readonly idleMs: number;
}

/** What was read of a stream. */
interface Reading {
  /** `undefined` if they are more than the limit. */
  readonly bytes: Uint8Array | undefined;
  /** Whether something else had taken data from the stream before. */
  readonly isPart: boolean;
}

/** What is read of streams before their route asks for it. */
const begun = new WeakMap<Readable, Promise<Reading>>();

/**
 * Begins to read a body that something else of the host is already reading, in the same tick: later, its first data is
 * gone. It is kept for {@link readRawBody}. Other streams are not touched.
 *
 * `handle` of an operation does so itself: adapters need it only where hooks of the host run between that and the
 * parsers.
 *
 * @param idleMs - The time without data, in milliseconds. Default: 30,000.
 * @returns A promise that ends with the stream; `undefined` if no one reads it.
 * @example
 * ```ts
 * app.addContentTypeParser('*', async (_request, payload) => {
 *   await readAlong(payload)?.catch(() => {});
 *   return payload;
 * });
 * ```
 */
export function readAlong(
  stream: Readable,
  idleMs: number = contextDefaults.bodyIdleMs,
): Promise<unknown> | undefined {
  const isBeingRead =
    stream.readable && (stream.readableFlowing === true || stream.listenerCount('readable') > 0);
  if (!isBeingRead || begun.has(stream)) return begun.get(stream);
  const reading = collect(stream, { limit: largestBodyLimit, idleMs });
  // Not every request needs its body.
  reading.catch(() => {});
  begun.set(stream, reading);
  return reading;
}

/** The stream of a body: the one that the framework has, or else Node's own request. */
export function bodyStreamOf({
  body,
  incoming,
}: Pick<ApiRequest, 'body' | 'incoming'>): Readable | undefined {
  if (isStream(body)) return body;
  return isStream(incoming) ? incoming : undefined;
}

/**
 * Reads the body from the request, or uses the one that the host kept. Stops at the limit. A part of a body is never
 * taken for the whole.
 *
 * @throws SitegradeError `payload_too_large`; `malformed_body` if it is incomplete; `body_timed_out`.
 */
export async function readRawBody(
  request: ApiRequest,
  { limit, idleMs }: BodyLimits,
): Promise<RawBody> {
  const length = contentLength(request);
  if (length > limit) throw bodyTooLarge(limit);
  const stream = bodyStreamOf(request);
  // A parser that skipped the request may have set an empty object, so only the stream shows whether
  // the body was read.
  const isReadable = stream !== undefined && (stream.readable || begun.has(stream));
  const read = isReadable
    ? await (begun.get(stream) ?? collect(stream, { limit, idleMs }))
    : undefined;
  if (read !== undefined) {
    const { bytes, isPart } = read;
    if (bytes === undefined || bytes.length > limit) throw bodyTooLarge(limit);
    const isWhole = length > 0 ? lengthOf(stream, bytes) >= length : !isPart;
    if (isWhole) return { bytes };
  }
  const kept = keptBody(request, limit);
  if (kept !== undefined) return kept;
  if (read === undefined && stream?.readableAborted) throw incomplete();
  return wasSent(request, read) ? { missing: bodyWasRead() } : { bytes: new Uint8Array() };
}

/** What the header says; 0 without it. */
function contentLength({ incoming }: ApiRequest): number {
  return Number(incoming.headers['content-length'] ?? 0);
}

/** Whether the client sent a body, of which nothing is left. HTTP/2 may announce none. */
function wasSent(request: ApiRequest, read: Reading | undefined): boolean {
  const { headers } = request.incoming;
  if (headers['content-length'] !== undefined) return contentLength(request) > 0;
  const isChunked = headers['transfer-encoding'] !== undefined;
  return read?.isPart ?? bodyStreamOf(request)?.readableDidRead ?? isChunked;
}

/** The length to compare with `Content-Length`: hooks of Fastify that replace a stream set that of what was sent. */
function lengthOf(stream: object | undefined, bytes: Uint8Array): number {
  const received: unknown = stream && Reflect.get(stream, 'receivedEncodedLength');
  return typeof received === 'number' ? received : bytes.length;
}

/** The body that a parser, a hook or middleware of the host has left, if any. */
function keptBody(request: ApiRequest, limit: number): RawBody | undefined {
  const body = keptBytes(request) ?? (isStream(request.body) ? undefined : request.body);
  if (body === undefined || body === null) return undefined;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!types.isUint8Array(bytes)) return { parsed: body };
  if (bytes.length > limit) throw bodyTooLarge(limit);
  return { bytes };
}

/** `rawBody`, by the name that most hosts give it, if it is the whole body. */
function keptBytes(request: ApiRequest): Uint8Array | undefined {
  const length = contentLength(request);
  for (const holder of [request.native, request.incoming]) {
    const kept: unknown = holder && Reflect.get(Object(holder), 'rawBody');
    const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept;
    if (!types.isUint8Array(bytes) || bytes.length === 0) continue;
    if (length === 0 || bytes.length === length) return bytes;
  }
  return undefined;
}

function collect(stream: Readable, { limit, idleMs }: BodyLimits): Promise<Reading> {
  const isPart = stream.readableDidRead;
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const take = (chunk: Uint8Array | string) => {
      timer.refresh();
      // A host may have set an encoding.
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      length += bytes.length;
      chunks.push(bytes);
      if (length <= limit) return;
      stop();
      // The rest is discarded, so that the client can read the response.
      stream.resume();
      resolve({ bytes: undefined, isPart });
    };
    // What else reads it may stop at a limit of its own.
    const goOn = () => stream.resume();
    const stop = () => {
      clearTimeout(timer);
      stream.off('data', take);
      stream.off('pause', goOn);
    };
    const timer = setTimeout(() => {
      stop();
      reject(bodyTimedOut(idleMs));
    }, idleMs);
    timer.unref();
    stream.on('data', take);
    stream.on('pause', goOn);
    finished(stream, (error) => {
      stop();
      if (!error) resolve({ bytes: Buffer.concat(chunks, length), isPart });
      // By the standard of streams, a mistake in their use: it was read elsewhere.
      else if (isError(error) && error.name === 'TypeError')
        resolve({ bytes: Buffer.alloc(0), isPart: true });
      else reject(incomplete());
    });
    // The host may have paused it.
    stream.resume();
  });
}

/** Whether a body is a stream. */
export function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body && 'resume' in body;
}

/** The error for a body that is longer than the limit in bytes. */
export function bodyTooLarge(limit: number): SitegradeError {
  return new SitegradeError('payload_too_large', `The body must be at most ${limit} bytes long.`);
}

/** The error for a body that stops arriving. */
export function bodyTimedOut(idleMs: number): SitegradeError {
  return new SitegradeError(
    'body_timed_out',
    `The request body was incomplete: no data arrived for ${idleMs / 1000} s.`,
  );
}

function incomplete(): SitegradeError {
  return new SitegradeError('malformed_body', 'The request body was incomplete.');
}

/** A mistake of the host, for its log: without the body, a request would seem to have sent nothing. */
function bodyWasRead(): SitegradeError {
  return new SitegradeError(
    'internal',
    'The body of the request was already read, by a hook, middleware or parser of the host that runs before sitegrade, and all or a part of it is lost. Let it run after sitegrade, or set request.rawBody to the bytes; on hosts with a Request of the Fetch standard, pass request.clone() to it.',
  );
}
