import { connect, type Socket } from 'node:net';
import { parseReply, type Reply } from './parse-reply.ts';

/** A kept connection to one server, for one request at a time. */
export interface Connection {
  /**
   * Sends a request byte by byte and reads the answer.
   *
   * @throws Error where there is no whole answer within the time, or more bytes than announced.
   */
  send(bytes: Uint8Array, method: string): Promise<Reply>;
  close(): void;
}

/** Keeps a connection to a port of loopback; it is opened anew when the server has hung up. */
export function openConnection(port: number, patienceMs: number): Connection {
  let kept: Socket | undefined;

  const takeSocket = async (): Promise<Socket> => {
    if (kept && !kept.destroyed && kept.readable && kept.writable) return kept;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    // Without a listener a late reset would end the process; `exchange` has its own.
    socket.on('error', () => {});
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    kept = socket;
    return socket;
  };

  return {
    async send(bytes, method) {
      const socket = await takeSocket();
      const reply = await exchange(socket, bytes, method, patienceMs);
      if (reply.headers.get('connection')?.toLowerCase() === 'close') {
        socket.destroy();
        kept = undefined;
      }
      return reply;
    },
    close() {
      kept?.destroy();
      kept = undefined;
    },
  };
}

function exchange(
  socket: Socket,
  bytes: Uint8Array,
  method: string,
  patienceMs: number,
): Promise<Reply> {
  const startedAt = performance.now();
  const hasBody = (status: number) => method !== 'HEAD' && status !== 204 && status !== 304;
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => fail(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
    const stop = () => {
      clearTimeout(timer);
      socket.off('data', read).off('end', end).off('close', end);
    };
    const fail = (error: unknown) => {
      stop();
      socket.destroy();
      reject(error);
    };
    const finishIfWhole = (ended: boolean) => {
      try {
        const parsed = parseReply(received, hasBody, ended);
        if (parsed === undefined) return;
        const { status, headers, body, length } = parsed;
        if (received.length > length) throw new Error('more bytes than the answer announced');
        stop();
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
        resolve({ status, headers, text, ms: performance.now() - startedAt });
      } catch (error) {
        fail(error);
      }
    };
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      finishIfWhole(false);
    };
    const end = () => finishIfWhole(true);
    socket.on('data', read).once('end', end).once('close', end);
    socket.write(bytes);
  });
}
