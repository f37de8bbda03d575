import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Difference, differenceOf } from './difference.ts';
import { type RequestHead, readHttpText, readRequestHead } from './http-text.ts';

/** Options of {@link startTee}. */
interface TeeOptions {
  /** URLs of two servers. */
  readonly urls: readonly [first: string, second: string];
  /** Called when a client connection is connected to both servers, with the local ports. */
  readonly onConnection?: (ports: readonly [first: number, second: number]) => void;
  /** Called for every request that both have responded to, with the difference of the responses. */
  readonly onResponse: (difference: Difference | undefined) => void;
}

/** A request, and the responses so far. */
interface Exchange {
  head: RequestHead | undefined;
  sent: Buffer;
  done: boolean;
}

/** One of the two servers, as a connection sees it. */
interface Side {
  readonly socket: Socket;
  received: Buffer;
  ended: boolean;
}

/**
 * Starts a server that forwards every byte to two others, waits for both responses and returns the first
 * server's. Clients may keep connections, but must wait for a response before they send the next
 * request.
 */
export async function startTee(
  options: TeeOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer({ allowHalfOpen: true }, (client) => serve(client, options));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(client: Socket, { urls, onConnection, onResponse }: TeeOptions): void {
  const sides = urls.map((url) => dial(url));
  const [first, second] = sides as [Side, Side];
  let exchange: Exchange | undefined;

  const connected = Promise.all(sides.map(({ socket }) => once(socket, 'connect'))).then(() =>
    onConnection?.([first.socket.localPort ?? 0, second.socket.localPort ?? 0]),
  );
  const toBoth = (act: (socket: Socket) => void) => {
    connected.then(() => {
      for (const { socket } of sides) act(socket);
    }, ignore);
  };

  client.on('data', (chunk) => {
    exchange = withMore(exchange, chunk);
    toBoth((socket) => socket.write(chunk));
    settle();
  });
  client.on('end', () => toBoth((socket) => socket.end()));
  client.on('error', ignore);
  client.on('close', () => {
    for (const { socket } of sides) socket.destroy();
  });
  for (const side of sides) {
    side.socket.on('data', (chunk) => {
      side.received = Buffer.concat([side.received, chunk]);
      settle();
    });
    side.socket.on('error', ignore);
    side.socket.on('close', () => {
      side.ended = true;
      settle();
    });
    side.socket.on('end', () => {
      side.ended = true;
      settle();
    });
  }

  function settle(): void {
    if (exchange && !exchange.done) respond(exchange);
    const { head, sent } = exchange ?? {};
    if (exchange?.done && sent && head && sent.length >= head.headBytes + head.bodyBytes) {
      exchange = undefined;
    }
    if (first.ended && second.ended && !client.writableEnded) client.end();
  }

  function respond(open: Exchange): void {
    const { method = '', path = '' } = open.head ?? {};
    const [firstReply, secondReply] = sides.map(({ received, ended }) =>
      readHttpText(received, method, ended),
    );
    if (firstReply === undefined || secondReply === undefined) return;
    open.done = true;
    first.received = first.received.subarray(firstReply.bytes.length);
    second.received = second.received.subarray(secondReply.bytes.length);
    if (!client.destroyed) onResponse(differenceOf(`${method} ${path}`, firstReply, secondReply));
    client.write(firstReply.bytes);
  }
}

function dial(url: string): Side {
  const { port, hostname } = new URL(url);
  return { socket: connect(Number(port), hostname), received: Buffer.alloc(0), ended: false };
}

function withMore(exchange: Exchange | undefined, chunk: Buffer): Exchange {
  const sent = exchange ? Buffer.concat([exchange.sent, chunk]) : chunk;
  const head = exchange?.head ?? readRequestHead(sent);
  return { head, sent, done: exchange?.done ?? false };
}

function ignore(): void {}
