import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response to a request that was written by hand. */
export interface RawReply {
  /** 0 where the server said nothing. */
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request byte by byte, where `fetch` would normalise or refuse it. `head` is the request
 * line and the headers; `Host` and `Connection: close` are added.
 */
export async function rawRequest(
  origin: string,
  head: readonly string[],
  body: Uint8Array | string = '',
): Promise<RawReply> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const hosted = head.some((line) => /^host:/i.test(line)) ? [] : [`Host: ${host}`];
  socket.write(
    Buffer.from([...head, ...hosted, 'Connection: close', '', ''].join('\r\n'), 'latin1'),
  );
  socket.write(body);
  const reply = await text(socket);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0), text: reply };
}
