import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type buildConnector, Client } from 'undici';
import type { FetchLimits } from '../limits.ts';
import type { BrowserConnection } from './browser-connection.ts';
import type { BusySlot } from './busy-slot.ts';
import { relayedHeaders } from './relayed-headers.ts';
import { closeOf } from './traffic.ts';

/** A request whose host and port are permitted. */
export interface PermittedRequest {
  readonly connection: BrowserConnection;
  /** Of the host, without a path. */
  readonly url: URL;
  /** With the query; it may begin with two slashes. */
  readonly path: string;
  readonly slot: BusySlot;
  /** Opens the connection to the host. */
  readonly connect: buildConnector.connector;
  /** Called when bytes were sent or have arrived. */
  readonly onBytes: () => void;
}

/**
 * Opens a tunnel, and relays bytes until the host or the browser ends it.
 *
 * @param incoming - What the browser sends, from its beginning.
 */
export async function relayTunnel(request: PermittedRequest, incoming: Readable): Promise<void> {
  const { url, connect, slot, onBytes } = request;
  const { socket, signal, end } = request.connection;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const upstream = await new Promise<Socket>((resolve, reject) => {
    connect({ hostname, protocol: 'http:', port: url.port }, (...[error, connected]) => {
      if (error === null) resolve(connected);
      else reject(error);
    });
  });
  try {
    if (signal.aborted) return;
    // From now on, the browser can end its direction alone.
    socket.off('end', end);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    // Browsers open tunnels in advance: one that they do not use does not need its slot.
    slot.received();
    const outgoing = sentBytes(request, createHandshakeTest()).on('error', end);
    incoming.pipe(outgoing).pipe(upstream);
    upstream.on('data', () => {
      slot.received();
      onBytes();
    });
    upstream.once('end', () => {
      slot.end();
      // What the browser still sends would fail, and with it what it has not received yet.
      incoming.unpipe(outgoing).resume();
      outgoing.unpipe(upstream);
      upstream.destroy();
    });
    await pipeline(upstream, socket);
    // A connection that is closed while the browser still sends is reset, and loses what it has not read yet.
    await closeOf(socket);
  } finally {
    upstream.destroy();
    end();
  }
}

/** Sends a plain request to its host, and the response to the browser. */
export async function relayRequest(
  permitted: PermittedRequest,
  request: IncomingMessage,
  response: ServerResponse,
  limits: FetchLimits,
): Promise<void> {
  const { connection, path, slot, onBytes } = permitted;
  const hasBody =
    'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
  const answer = await clientOf(permitted, limits).request({
    method: request.method as 'GET',
    path,
    headers: relayedHeaders(request.rawHeaders),
    body: hasBody ? request.pipe(sentBytes(permitted)) : null,
    responseHeaders: 'raw',
    signal: connection.signal,
  });
  // Without a listener, the error event of a destroyed body would end the process.
  answer.body.on('error', () => {});
  answer.body.on('data', () => {
    slot.received();
    onBytes();
  });
  const rawHeaders = answer.headers as unknown as readonly string[];
  response.sendDate = false;
  response.writeHead(answer.statusCode, relayedHeaders(rawHeaders));
  await pipeline(answer.body, response);
  onBytes();
}

/**
 * What the browser sends: each chunk waits for the slot.
 *
 * @param needsNoResponse - Whether the host has nothing to respond to a chunk.
 */
function sentBytes(
  { slot, onBytes }: PermittedRequest,
  needsNoResponse: (chunk: Buffer) => boolean = () => false,
): Transform {
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pass = () => {
        done(null, chunk);
        if (needsNoResponse(chunk)) slot.received();
        onBytes();
      };
      const waiting = slot.take();
      if (waiting === undefined) pass();
      else waiting.then(pass, done);
    },
  });
  // Without a listener, an error while the connection ends would end the process.
  return gate.on('error', () => {});
}

/** The type of the record that a TLS connection begins with (RFC 8446 section 5.1). */
const handshakeRecord = 22;
/** The end of a handshake has 64 or 80 bytes; requests of browsers are longer. */
const maxFinishedBytes = 100;

/**
 * Recognises the end of a TLS handshake in what a browser sends: its second message, if no request comes with it.
 * Hosts do not always respond to it, such as when a session is resumed, and browsers keep such connections for later.
 */
function createHandshakeTest(): (chunk: Buffer) => boolean {
  let isTls = false;
  let count = 0;
  return (chunk) => {
    count += 1;
    if (count === 1) isTls = chunk[0] === handshakeRecord;
    return isTls && count === 2 && chunk.length <= maxFinishedBytes;
  };
}

/** A connection is used for one origin at a time: that to another one is closed before. */
function clientOf({ connection, url, connect }: PermittedRequest, limits: FetchLimits): Client {
  const { origin } = url;
  if (connection.upstream?.origin === origin) return connection.upstream.client;
  void connection.upstream?.client.destroy();
  const client = new Client(origin, {
    connect,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyIdleMs,
  });
  connection.upstream = { origin, client };
  return client;
}
