import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls';
import type { RawResponse } from './any-response.ts';

/** A server on loopback that sends any bytes. */
interface RawServer {
  readonly port: number;
  /** Ends when the last client has disconnected; it closes no connections itself. */
  readonly close: () => Promise<void>;
}

/** The request that a response is for. */
interface RawRequest {
  readonly method: string;
  readonly path: string;
}

/** Starts a server whose responses come from `respond`. */
export async function startRawServer(
  respond: (request: RawRequest) => RawResponse,
  tls?: TlsOptions,
): Promise<RawServer> {
  const serve = (socket: Socket) => {
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const [method = '', path = ''] = received.split(' ', 2);
        received = received.slice(end + 4);
        send(socket, respond({ method, path }));
      }
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Sends each piece in a separate iteration of the event loop, so that clients get them one by one. */
function send(socket: Socket, { pieces, ending }: RawResponse): void {
  const [piece, ...rest] = pieces;
  if (socket.destroyed || socket.writableEnded) return;
  if (piece === undefined) {
    if (ending === 'end') socket.end();
    // TLS has no resets.
    if (ending === 'reset' && socket instanceof TLSSocket) socket.destroy();
    else if (ending === 'reset') socket.resetAndDestroy();
    return;
  }
  socket.write(piece);
  setImmediate(() => send(socket, { pieces: rest, ending }));
}
