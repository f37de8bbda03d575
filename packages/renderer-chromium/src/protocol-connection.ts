import type { Readable, Writable } from 'node:stream';
import type { Commands, ProtocolEvent } from './protocol.ts';

/** Longer messages are skipped: a page can make some of the browser's messages as long as it likes. */
const maxMessageBytes = 16 * 1024 * 1024;

/** A connection to a browser that speaks the DevTools protocol. */
export interface ProtocolConnection {
  /**
   * Sends a command. It has no time limit of its own.
   *
   * @param sessionId - The page, frame or worker; `null` for the browser.
   */
  send<Method extends keyof Commands>(
    sessionId: string | null,
    method: Method,
    params: Commands[Method]['params'],
  ): Promise<Commands[Method]['result']>;
  /** Calls a function with the events of a session. It returns a function that ends this. */
  listen(sessionId: string | null, listener: (event: ProtocolEvent) => void): () => void;
  /** Rejects all commands that wait for an answer, and all later ones. */
  end(error: Error): void;
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** An error that the browser reported for a command. */
class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Speaks the DevTools protocol over two pipes: JSON messages that end with a NUL. */
export function connectPipes(toBrowser: Writable, fromBrowser: Readable): ProtocolConnection {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(event: ProtocolEvent) => void>>();
  let lastId = 0;
  let ended: Error | undefined;

  const end = (error: Error): void => {
    if (ended) return;
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    listeners.clear();
    toBrowser.destroy();
    fromBrowser.destroy();
  };
  const lost = (): void => end(new Error('The browser has ended.'));
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', lost).on('close', lost);

  const receive = (text: string): void => {
    const message = JSON.parse(text) as {
      readonly id?: number;
      readonly sessionId?: string;
      readonly method?: string;
      readonly params?: unknown;
      readonly result?: unknown;
      readonly error?: { readonly message: string };
    };
    if (message.id !== undefined) {
      const command = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) command?.reject(new ProtocolError(message.error.message));
      else command?.resolve(message.result as never);
      return;
    }
    const event = { method: message.method, params: message.params } as ProtocolEvent;
    for (const listener of [...(listeners.get(message.sessionId ?? '') ?? [])]) listener(event);
  };
  fromBrowser.on('data', splitAtNul(receive, maxMessageBytes));

  return {
    send: (sessionId, method, params) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const message = { id: lastId, method, params, ...(sessionId !== null && { sessionId }) };
        toBrowser.write(`${JSON.stringify(message)}\0`);
      }),
    listen(sessionId, listener) {
      const key = sessionId ?? '';
      const all = listeners.get(key) ?? new Set();
      listeners.set(key, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(key) === all) listeners.delete(key);
      };
    },
    end,
  };
}

/** Collects chunks to the messages that they consist of. Longer messages than `max` are skipped. */
export function splitAtNul(receive: (text: string) => void, max: number): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > max) parts = [];
    else parts.push(part);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const text = size > max ? null : Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      if (text !== null) receive(text);
    }
    add(chunk.subarray(start));
  };
}
