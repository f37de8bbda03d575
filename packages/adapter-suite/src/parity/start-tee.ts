import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Difference, differenceOf } from './difference.ts';
import { type RequestHead, readHttpText, readRequestHead } from './http-text.ts';

/** What a tee lies between. */
export interface TeeOptions {
  /** Addresses of two servers. */
  readonly urls: readonly [first: string, second: string];
  /** Is told that a client's connection has become one to each server, by their ports on this side. */
  readonly onConnection?: (ports: readonly [first: number, second: number]) => void;
  /** Is told of every request that both have answered, and where the answers differ. */
  readonly onAnswered: (difference: Difference | undefined) => void;
}

/** A request on its way, and what has come of it. */
interface Exchange {
  head: RequestHead | undefined;
  sent: Buffer;
  answered: boolean;
}

/** One of the two servers, as a connection sees it. */
interface Side {
  readonly socket: Socket;
  received: Buffer;
  ended: boolean;
}

/**
 * Starts a server that sends every byte it is given to two others, waits for both to answer and hands
 * on what the first one said. Clients may keep connections, but may not send a request before the
 * last one is answered.
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

function serve(client: Socket, { urls, onConnection, onAnswered }: TeeOptions): void {
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
    if (exchange && !exchange.answered) answer(exchange);
    const { head, sent } = exchange ?? {};
    if (exchange?.answered && sent && head && sent.length >= head.headBytes + head.bodyBytes) {
      exchange = undefined;
    }
    if (first.ended && second.ended && !client.writableEnded) client.end();
  }

  function answer(open: Exchange): void {
    const { method = '', path = '' } = open.head ?? {};
    const [one, other] = sides.map(({ received, ended }) => readHttpText(received, method, ended));
    if (one === undefined || other === undefined) return;
    open.answered = true;
    first.received = first.received.subarray(one.bytes.length);
    second.received = second.received.subarray(other.bytes.length);
    if (!client.destroyed) onAnswered(differenceOf(`${method} ${path}`, one, other));
    client.write(one.bytes);
  }
}

function dial(url: string): Side {
  const { port, hostname } = new URL(url);
  return { socket: connect(Number(port), hostname), received: Buffer.alloc(0), ended: false };
}

function withMore(exchange: Exchange | undefined, chunk: Buffer): Exchange {
  const sent = exchange ? Buffer.concat([exchange.sent, chunk]) : chunk;
  const head = exchange?.head ?? readRequestHead(sent);
  return { head, sent, answered: exchange?.answered ?? false };
}

function ignore(): void {}
