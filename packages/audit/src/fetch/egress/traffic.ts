import type { Socket } from 'node:net';

/** The bytes of several connections. */
interface Traffic {
  /** Counts a connection from now on. */
  add(socket: Socket): void;
  /** Bytes received so far. */
  received(): number;
  /** Bytes sent so far. */
  sent(): number;
  /** Waits until all connections are closed. */
  ended(): Promise<void>;
}

/** Creates the count, without connections. */
export function createTraffic(): Traffic {
  const open = new Set<Socket>();
  const closed = { received: 0, sent: 0 };
  const sumOf = (of: (socket: Socket) => number) => {
    let sum = 0;
    for (const socket of open) sum += of(socket);
    return sum;
  };
  return {
    add(socket) {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        closed.received += socket.bytesRead;
        closed.sent += socket.bytesWritten;
      });
    },
    received: () => closed.received + sumOf((socket) => socket.bytesRead),
    sent: () => closed.sent + sumOf((socket) => socket.bytesWritten),
    async ended() {
      await Promise.all([...open].map(closeOf));
    },
  };
}

/** Waits until a socket is closed, with or without an error. */
export function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
