import type { Commands, ProtocolEvent } from './protocol.ts';

/** Longer messages are skipped: a page can make some of the browser's messages as long as it likes. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** What carries the messages of the DevTools protocol: JSON texts. */
export interface ProtocolTransport {
  send(message: string): void;
  /**
   * Passes on what the browser sends from now on, without messages that are longer than {@link maxMessageBytes}.
   *
   * @param onEnd - Called when nothing can be sent or received any more, perhaps twice.
   */
  start(receive: (message: string) => void, onEnd: () => void): void;
  /** Ends it at once. */
  end(): void;
}

/** Gets an event, and the length of its message in characters. */
type ProtocolListener = (event: ProtocolEvent, characters: number) => void;

/** A connection to a browser that speaks the DevTools protocol. */
export interface ProtocolConnection {
  /**
   * Sends a command. It has no time limit.
   *
   * @param sessionId - The page, frame or worker; `null` for the browser.
   */
  send<Method extends keyof Commands>(
    sessionId: string | null,
    method: Method,
    params: Commands[Method]['params'],
  ): Promise<Commands[Method]['result']>;
  /**
   * Calls a function with the events of a session, and how many characters their messages have. It returns a function
   * that ends this.
   */
  listen(sessionId: string | null, listener: ProtocolListener): () => void;
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

/** Speaks the DevTools protocol. */
export function connectProtocol(transport: ProtocolTransport): ProtocolConnection {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<ProtocolListener>>();
  let lastId = 0;
  let ended: Error | undefined;

  const end = (error: Error): void => {
    if (ended) return;
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    listeners.clear();
    transport.end();
  };

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
    for (const listener of [...(listeners.get(message.sessionId ?? '') ?? [])])
      listener(event, text.length);
  };
  transport.start(
    (text) => {
      try {
        receive(text);
      } catch (cause) {
        // Thrown from here, it would end the process.
        end(
          new Error('The browser sent a message that is not of the DevTools protocol.', { cause }),
        );
      }
    },
    () => end(new Error('The browser has ended.')),
  );

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
        transport.send(JSON.stringify(message));
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
