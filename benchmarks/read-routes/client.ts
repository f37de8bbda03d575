import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const headersEnd = Buffer.from('\r\n\r\n');

/**
 * A client that does nothing but to send the same request again and to wait for the end of its response, on several
 * connections: the server, and not the client, decides how many requests there are in a second.
 */
interface Client {
  /** Sends this many requests. */
  send(path: string, requests: number): Promise<void>;
  close(): void;
}

/** Connects a client to a server on loopback. */
export async function connectClient(
  origin: string,
  { connections, key }: { readonly connections: number; readonly key: string },
): Promise<Client> {
  const { port, host } = new URL(origin);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
  return {
    async send(path, requests) {
      const head = Buffer.from(
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`,
      );
      let left = requests;
      const next = () => {
        left -= 1;
        return left >= 0;
      };
      await Promise.all(sockets.map((socket) => sendAll(socket, head, next)));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function sendAll(socket: Socket, head: Buffer, next: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    /** Bytes that are still to come; `undefined` before the headers are complete. */
    let missing: number | undefined;
    let received: Buffer = Buffer.alloc(0);
    const fail = () => reject(new Error(`The server sent ${received.toString('latin1')}`));
    const sendNext = () => {
      missing = undefined;
      received = Buffer.alloc(0);
      if (next()) return void socket.write(head);
      socket.off('data', read).off('close', fail);
      resolve();
    };
    const read = (chunk: Buffer) => {
      if (missing === undefined) {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const end = received.indexOf(headersEnd);
        if (end === -1) return;
        const headers = received.toString('latin1', 0, end);
        const length = /^content-length: (\d+)/im.exec(headers)?.[1];
        if (!headers.startsWith('HTTP/1.1 200 ') || length === undefined) return fail();
        missing = end + headersEnd.length + Number(length) - received.length;
      } else {
        missing -= chunk.length;
      }
      if (missing === 0) sendNext();
    };
    socket.on('data', read).on('close', fail);
    sendNext();
  });
}
