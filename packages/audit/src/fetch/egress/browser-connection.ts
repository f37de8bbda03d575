import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { Client } from 'undici';

/** A connection of a browser to a proxy. */
export interface BrowserConnection {
  readonly socket: Socket;
  /** Aborts when it ends, on either side. */
  readonly signal: AbortSignal;
  /** Waits for work, or throws when the connection ends. */
  readonly race: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Ends it at once, with its connection to a host. Can be called twice. */
  end(): void;
  /** Whether it is among those that are served. */
  isServed: boolean;
  /** The end of the requests so far. */
  last: Promise<void>;
  /** Where its plain requests go. */
  upstream: { readonly origin: string; readonly client: Client } | undefined;
}

/**
 * Creates what belongs to a connection that was accepted.
 *
 * @param onEnd - Called once.
 */
export function createBrowserConnection(socket: Socket, onEnd: () => void): BrowserConnection {
  const ending = new AbortController();
  // Each attempt to connect adds a listener.
  setMaxListeners(0, ending.signal);
  const over = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  over.catch(() => {});
  const connection: BrowserConnection = {
    socket,
    signal: ending.signal,
    race: (work) => Promise.race([over, work]),
    end() {
      if (ending.signal.aborted) return;
      onEnd();
      socket.destroy();
      ending.abort(new Error('The connection of the browser has ended.'));
      void connection.upstream?.client.destroy();
    },
    isServed: false,
    last: Promise.resolve(),
    upstream: undefined,
  };
  socket.on('error', () => {});
  socket.on('close', connection.end);
  return connection;
}
