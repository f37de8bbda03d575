import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import { acceptEncoding } from './content-coding.ts';
import { fetchError } from './fetch-error.ts';
import type { FetchLimits } from './limits.ts';
import { bodyOf, headerMap, type OpenResponse, type RequestToSend } from './send-request.ts';

/** A connection on which several requests are under way at a time (RFC 9113). */
export interface Http2Connection {
  /**
   * Sends one request and waits for the headers of the response.
   *
   * @throws SitegradeError if a time limit or a bound was reached, and errors of Node. Then there was no response, and
   * the request can be sent again.
   */
  send(request: RequestToSend): Promise<OpenResponse>;
  /** Whether it has sent a response. A server that offers HTTP/2 and fails may have never spoken it. */
  hasResponded(): boolean;
}

/** How much a server may send before it waits for us: of one body until that is read, and of all until this process has it. */
const windows = { stream: 512 * 1024, connection: 2 * 1024 * 1024 } as const;

/**
 * How many headers a response may have. Node limits their size only when the server has confirmed our settings, and one
 * byte can repeat a header of 4 KB.
 */
const maxHeaders = 500;

/**
 * Bytes beside responses, beyond as many as bodies have. An honest server sends some hundred, and hostile ones ping or change
 * their settings without end.
 */
const maxOtherBytes = 256 * 1024;

/** How many interim responses a request may have: each is an event of this process. */
const maxInterim = 16;

/** How often these bytes are counted, in milliseconds. */
const countEveryMs = 100;

/**
 * Whether no server can end this process by HTTP/2. Before nghttp2 1.68.1, a malformed frame after an error of the connection
 * fails an assertion (CVE-2026-27135). Node 20 has such a version, Node 22 and 24 have not since June 2026.
 */
export function isHttp2Safe(nghttp2 = process.versions.nghttp2 ?? ''): boolean {
  const [major = 0, minor = 0, patch = 0] = nghttp2.split('.').map(Number);
  return major > 1 || (major === 1 && (minor > 68 || (minor === 68 && patch >= 1)));
}

/**
 * Speaks HTTP/2 on a connection. While Node reads frames, streams and the session are not destroyed: it may call into nghttp2,
 * which reads on.
 *
 * @param onEnd - Called when no request can be sent on it any more.
 */
export function openHttp2(
  socket: Socket,
  { headersMs, headerBytes, bodyIdleMs }: FetchLimits,
  onEnd: () => void,
): Http2Connection {
  const session = connect('https://localhost', {
    createConnection: () => socket,
    maxHeaderListPairs: maxHeaders,
    settings: {
      enablePush: false,
      initialWindowSize: windows.stream,
      maxHeaderListSize: headerBytes,
    },
  });
  session.once('connect', () => {
    if (!session.destroyed) session.setLocalWindowSize(windows.connection);
  });
  session.once('goaway', onEnd);
  session.once('close', onEnd);
  // Its requests get the error, too.
  session.on('error', () => {});
  const known = limitOtherBytes(session, socket, headerBytes);
  let hasResponded = false;
  return {
    hasResponded: () => hasResponded,
    async send({ url, accept, userAgent, headers: others, signal }) {
      const stream = session.request(
        {
          ':method': 'GET',
          ':scheme': 'https',
          ':authority': url.host,
          ':path': url.pathname + url.search,
          ...others,
          'user-agent': userAgent,
          accept,
          'accept-encoding': acceptEncoding,
        },
        { endStream: true, signal },
      );
      known.responses += 1;
      const raw = await headOf(stream, headersMs);
      hasResponded = true;
      const size = raw.reduce((sum, part) => sum + part.length, 0);
      if (size > headerBytes) {
        cancel(stream);
        throw fetchError('headers_too_large');
      }
      const status = Number(raw.splice(raw.indexOf(':status'), 2)[1]);
      const headers = headerMap(raw);
      // That of an unchanged page is of the body that it would have.
      const length = status === 304 ? 0 : Number(headers.get('content-length')?.[0] ?? 0);
      const onChunk = (bytes: number) => {
        known.bodies += bytes;
      };
      const body = {
        destroy: () => cancel(stream),
        [Symbol.asyncIterator]: () => chunksOf(stream, { length, idleMs: bodyIdleMs, onChunk }),
      };
      return { status, headers, body: bodyOf(body, length, signal) };
    },
  };
}

/** Waits for the headers of a response: alternating names and values. */
function headOf(stream: ClientHttp2Stream, headersMs: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => stream.destroy(fetchError('headers_timeout')), headersMs);
    let interim = 0;
    stream.on('headers', () => {
      interim += 1;
      if (interim !== maxInterim + 1) return;
      const { session } = stream;
      setImmediate(() => session?.destroy(fetchError('http_protocol_error')));
    });
    // Errors after the headers are those of the body.
    stream.on('error', reject);
    stream.once('close', () => {
      clearTimeout(timer);
      reject(new Error('The stream was closed without a response.'));
    });
    stream.once('response', (_headers: unknown, _flags: number, raw: string[]) => {
      clearTimeout(timer);
      resolve(raw);
    });
  });
}

/** The chunks of a body. Fails if it is not complete, and if the next chunk is missing for too long. */
async function* chunksOf(
  stream: ClientHttp2Stream,
  { length, idleMs, onChunk }: ChunkOptions,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  let isWaiting = true;
  const timer = setTimeout(() => {
    if (isWaiting) stream.destroy(fetchError('body_timeout'));
    else timer.refresh();
  }, idleMs);
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      received += chunk.length;
      onChunk(chunk.length);
      isWaiting = false;
      yield chunk;
      isWaiting = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
    if (!stream.readableEnded) cancel(stream);
  }
  // Node ends a body that the server has canceled like one that is complete.
  if (stream.rstCode !== constants.NGHTTP2_NO_ERROR || received < length)
    throw fetchError('connection_closed');
}

interface ChunkOptions {
  /** The declared length; 0 if unknown. */
  readonly length: number;
  readonly idleMs: number;
  /** Called with the length of each chunk. */
  readonly onChunk: (bytes: number) => void;
}

function cancel(stream: ClientHttp2Stream): void {
  stream.close(constants.NGHTTP2_CANCEL);
  stream.destroy();
}

/** Ends the connection of a server that sends much beside its responses. Node does not say what, so bytes are subtracted. */
function limitOtherBytes(session: ClientHttp2Session, socket: Socket, headerBytes: number) {
  const known = { bodies: 0, responses: 0 };
  const timer = setInterval(() => {
    // Node waits until the server closes the connection, and reads on.
    if (session.destroyed) return void socket.destroy();
    // Of a body that is not read to its end, up to a window has arrived.
    const unread = known.responses * (headerBytes + windows.stream);
    const others = socket.bytesRead - 2 * known.bodies - unread;
    if (others <= maxOtherBytes) return;
    const cause = new Error(`The server sent ${others} bytes beside its responses.`);
    session.destroy(fetchError('http_protocol_error', { cause }));
  }, countEveryMs);
  timer.unref();
  session.once('close', () => clearInterval(timer));
  return known;
}
