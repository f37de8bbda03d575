import { finished, type Readable } from 'node:stream';
import { types } from 'node:util';
import { isError, SitegradeError } from '@sitegrade/foundation/errors';
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
  /** The time in all, in milliseconds. Default: not limited. */
  readonly totalMs?: number;
}

/** What was read of a stream. */
interface Reading {
  /** `undefined` if they are more than the limit. */
  readonly bytes: Uint8Array | undefined;
  /** Whether something else had taken data from the stream before. */
  readonly isPart: boolean;
}

/** A body that is being read. */
interface Collecting {
  readonly reading: Promise<Reading>;
  /** Keeps nothing of it any more. */
  readonly drop: () => void;
}

/** What is read of streams before their route asks for it. */
const begun = new WeakMap<Readable, Collecting>();

/**
 * Begins to read a body that something else of the host is already reading, in the same tick: later, its first data is
 * gone. It is kept for {@link readRawBody}. Other streams are not touched.
 *
 * @returns A promise that ends with the stream or at a limit; `undefined` if no one reads it.
 */
export function readAlong(
  stream: Readable,
  limits: Required<BodyLimits>,
): Promise<unknown> | undefined {
  const isBeingRead =
    stream.readable && (stream.readableFlowing === true || stream.listenerCount('readable') > 0);
  if (!isBeingRead || begun.has(stream)) return begun.get(stream)?.reading;
  const collecting = collect(stream, limits);
  // Not every request needs its body.
  collecting.reading.catch(() => {});
  begun.set(stream, collecting);
  return collecting.reading;
}

/** Drops what {@link readAlong} has kept of a body, once its request has a response. Who else reads it goes on. */
export function dropBody(stream: Readable): void {
  begun.get(stream)?.drop();
  begun.delete(stream);
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
    ? await (begun.get(stream) ?? collect(stream, { limit, idleMs })).reading
    : undefined;
  if (read !== undefined) {
    const { bytes, isPart } = read;
    if (bytes === undefined) throw bodyTooLarge(limit);
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
  if (!types.isUint8Array(bytes)) {
    const isUnread = typeof body === 'object' && isPlaceholder(request, body);
    return isUnread ? undefined : { parsed: body };
  }
  if (bytes.length > limit) throw bodyTooLarge(limit);
  return { bytes };
}

/**
 * Whether a body is an empty object, such as parsers and middleware set for what they do not parse, though `{}` is not
 * what was sent. `body-parser` 1 marks what it has parsed.
 */
function isPlaceholder({ incoming }: ApiRequest, body: object): boolean {
  const isEmpty = !Array.isArray(body) && Object.keys(body).length === 0;
  const isParsed = Reflect.get(incoming, '_body') === true;
  return isEmpty && !isParsed && incoming.headers['content-length'] !== '2';
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

function collect(stream: Readable, { limit, idleMs, totalMs }: BodyLimits): Collecting {
  const isPart = stream.readableDidRead;
  let resolve: (reading: Reading) => void = () => {};
  let reject: (error: SitegradeError) => void = () => {};
  const reading = new Promise<Reading>((...settle) => {
    [resolve, reject] = settle;
  });
  let held: Uint8Array = nothing;
  let length = 0;
  const take = (chunk: Uint8Array | string) => {
    idle.refresh();
    // A host may have set an encoding.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    const end = length + bytes.length;
    if (end > limit) {
      drop();
      // The rest is discarded, so that the client can read the response.
      stream.resume();
      return;
    }
    held = withRoom(held, end, limit);
    held.set(bytes, length);
    length = end;
  };
  // What else reads it may stop at its own limit.
  const goOn = () => stream.resume();
  const stop = () => {
    clearTimeout(idle);
    clearTimeout(total);
    stream.off('data', take);
    stream.off('pause', goOn);
  };
  const drop = () => {
    stop();
    held = nothing;
    length = 0;
    resolve({ bytes: undefined, isPart });
  };
  const fail = (error: SitegradeError) => {
    reject(error);
    drop();
  };
  const idle = setTimeout(() => fail(bodyTimedOut(idleMs)), idleMs);
  idle.unref();
  const total = totalMs && setTimeout(() => fail(bodyTooSlow(totalMs)), totalMs);
  if (total) total.unref();
  stream.on('data', take);
  stream.on('pause', goOn);
  finished(stream, (error) => {
    stop();
    if (!error) resolve({ bytes: held.subarray(0, length), isPart });
    // By the standard of streams, a mistake in their use: it was read elsewhere.
    else if (isError(error) && error.name === 'TypeError')
      resolve({ bytes: nothing, isPart: true });
    else reject(incomplete());
    held = nothing;
  });
  // The host may have paused it.
  stream.resume();
  return { reading, drop };
}

const nothing: Uint8Array = Buffer.alloc(0);

/**
 * A buffer with the same bytes and room for more. A list of chunks would take a hundred times as much for a body in small
 * ones, each with its own object and the memory of what arrived with it.
 */
function withRoom(held: Uint8Array, length: number, limit: number): Uint8Array {
  if (length <= held.length) return held;
  const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(length, held.length * 2)));
  larger.set(held);
  return larger;
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

function bodyTooSlow(totalMs: number): SitegradeError {
  return new SitegradeError(
    'body_timed_out',
    `The request body was incomplete after ${totalMs / 1000} s.`,
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
