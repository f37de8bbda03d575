import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionTimeout } from './database-errors.ts';
import type { ListenClient } from './listen-client.ts';
import { readPooling } from './pooling.ts';
import { runQuery } from './run-statement.ts';

/** How long the server may take to answer. */
const answerMs = 5_000;

/** The time between two signs of life: a network may drop a connection without a word, and firewalls do when it is idle. */
const checkMs = 30_000;

/** The first and the longest time until the next attempt to connect. Each is twice the one before. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** What {@link createListening} needs. */
interface ListeningOptions {
  /** Makes a client that is not connected yet. */
  readonly createClient: () => ListenClient;
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** Called when it begins to hear, and when it no longer does. */
  readonly onChange: () => void;
  /** Called for each failure. It goes on by itself. */
  readonly onFailure: (error: unknown) => void;
}

/** A separate connection that hears a channel, and is opened again when it is lost. */
interface Listening {
  /** Connects, unless it has begun to. */
  readonly start: () => void;
  /** Connects, and rejects if that fails: then it does not go on by itself. */
  readonly open: () => Promise<void>;
  readonly isOpen: () => boolean;
  /** Sends a notification. A failure is one of the connection. Returns whether it was sent. */
  readonly notify: (payload: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Creates a connection that is not open yet. */
export function createListening(options: ListeningOptions): Listening {
  const { channel, onPayload, onChange, onFailure } = options;
  let open: ListenClient | undefined;
  let opening: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let retryMs = firstRetryMs;
  let isClosed = false;

  /** Forgets a connection that is lost, and opens another one. */
  const lose = (client: ListenClient, error: unknown) => {
    if (client !== open) return;
    open = undefined;
    clearInterval(check);
    endClient(client);
    onFailure(error);
    onChange();
    retryLater();
  };

  const retryLater = () => {
    if (isClosed) return;
    // Not all processes at the same moment after a restart of the server.
    const ms = retryMs * (0.5 + Math.random() / 2);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    retry = setTimeout(() => {
      retry = undefined;
      start();
    }, ms).unref();
  };

  const connect = async () => {
    const client = await connected(options.createClient());
    let lost: unknown;
    const onLost = (error: unknown) => {
      lost ??= error;
      lose(client, error);
    };
    client.on('error', onLost);
    client.on('end', () => onLost(new Error('The connection was closed.')));
    client.on('notification', ({ channel: heard, payload = '' }) => {
      if (heard === channel) onPayload(payload);
    });
    try {
      const pooling = await readPooling(client, () => connected(options.createClient()));
      if (pooling.isShared) throw new SharedConnection();
      await runQuery(client, { text: `listen "${channel.replaceAll('"', '""')}"` }, answerMs);
      if (lost !== undefined) throw lost;
      if (isClosed) throw new Error('The queue is closed.');
    } catch (error) {
      endClient(client);
      throw error;
    }
    open = client;
    retryMs = firstRetryMs;
    check = setInterval(() => void request(client, { text: 'select 1' }), checkMs).unref();
    onChange();
  };

  /** A failed statement ends the connection: it may be lost. */
  const request = async (client: ListenClient, query: Parameters<ListenClient['query']>[0]) => {
    try {
      await runQuery(client, query, answerMs);
      return true;
    } catch (error) {
      lose(client, error);
      return false;
    }
  };

  const openOnce = async () => {
    if (open !== undefined) return;
    opening ??= connect().finally(() => {
      opening = undefined;
    });
    await opening;
  };

  const start = () => {
    if (isClosed || open !== undefined || opening !== undefined || retry !== undefined) return;
    openOnce().catch((error) => {
      if (isClosed) return;
      onFailure(error);
      retryLater();
    });
  };

  return {
    start,
    open: openOnce,
    isOpen: () => open !== undefined,
    notify: async (payload) =>
      open !== undefined &&
      request(open, { text: 'select pg_notify($1, $2)', values: [channel, payload] }),
    async close() {
      isClosed = true;
      clearTimeout(retry);
      clearInterval(check);
      await opening?.catch(() => {});
      const client = open;
      open = undefined;
      // A server that does not respond must not keep the process.
      if (client)
        await Promise.race([endClient(client), sleep(answerMs, undefined, { ref: false })]);
    },
  };
}

/** The connection goes through a pooler that gives each transaction another connection of the server. */
class SharedConnection extends Error {
  override readonly name = 'SharedConnection';

  constructor() {
    super(
      'LISTEN does not work through a pooler in transaction mode, such as PgBouncer: use a connection to Postgres itself.',
    );
  }
}

async function connected(client: ListenClient): Promise<ListenClient> {
  // A pool would listen on one connection, and notify on another.
  if (typeof Reflect.get(client, 'release') === 'function' || 'totalCount' in client) {
    throw new TypeError(
      'listenQueue: createClient must make a new Client of pg, and not a pool or a client of one.',
    );
  }
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ConnectionTimeout('The database did not respond in time.')),
      answerMs,
    );
  });
  try {
    await Promise.race([client.connect(), late]);
    return client;
  } catch (error) {
    endClient(client);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Its failure changes nothing: the connection is not used any more. */
async function endClient(client: ListenClient): Promise<void> {
  try {
    await client.end();
  } catch {}
}
