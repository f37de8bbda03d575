import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServerUnderTest } from './exchange.ts';

/** The response to a raw request. */
interface RawReply {
  /** 0 without a response. */
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request that `fetch` would normalise or refuse. `head` is the request
 * line and the headers; `Host` and `Connection: close` are added.
 */
export async function rawRequest(
  target: ServerUnderTest,
  head: readonly string[],
  body: Uint8Array | string = '',
): Promise<RawReply> {
  const { hostname, port, host } = new URL(target.url);
  const socket = connect(Number(port), hostname);
  const hosted = head.some((line) => /^host:/i.test(line)) ? [] : [`Host: ${host}`];
  socket.write(
    Buffer.from([...head, ...hosted, 'Connection: close', '', ''].join('\r\n'), 'latin1'),
  );
  socket.write(body);
  const reply = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0);
  const [method = '', path = ''] = head[0]?.split(' ') ?? [];
  if (status !== 0) target.validate({ method, path, status, ...partsOf(reply) });
  return { status, text: reply };
}

/** Begins a report over a connection that the caller ends. */
export function beginReport(
  target: Pick<ServerUnderTest, 'url'>,
  { key, page }: { readonly key: string; readonly page: string },
): Socket {
  const { hostname, port } = new URL(target.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ url: page });
  socket.write(
    `POST /api/v1/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

function partsOf(reply: string): { readonly headers: Headers; readonly text: string } {
  const end = reply.indexOf('\r\n\r\n');
  const [, ...lines] = reply.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
  return { headers, text: reply.slice(end + 4) };
}
