import { NoConnection } from './database-errors.ts';
import type { ErrorSource, HostClient, HostPool } from './host-pool.ts';

/** Gives connections of a pool out, within a time. */
export type Connections = (withinMs: number) => Promise<HostClient>;

/** What is listened to already, by whichever store. */
const heard = new WeakSet<ErrorSource>();

/**
 * Connections of a pool. All of them are listened to, as is the pool: a connection that dies while
 * nobody listens ends the whole process. What died is noticed by the next statement.
 */
export function connectionsOf(pool: HostPool): Connections {
  // Before anybody has it: the server may end it with the same message that says it is ready. The
  // host's may have been connected earlier, and are listened to when they are given out.
  if (!heard.has(pool)) pool.on('connect', listen);
  listen(pool);

  return (withinMs) =>
    new Promise((resolve, reject) => {
      let isLate = false;
      // A host's pool may let callers wait for ever, which is what pg does if told nothing.
      const timer = setTimeout(() => {
        isLate = true;
        reject(new NoConnection('No connection to the database could be had in time.'));
      }, withinMs);
      pool.connect().then(
        (client) => {
          clearTimeout(timer);
          if (isLate) listen(client).release();
          else resolve(listen(client));
        },
        (error) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
}

function listen<Source extends ErrorSource>(source: Source): Source {
  if (!heard.has(source)) source.on('error', ignore);
  heard.add(source);
  return source;
}

function ignore(): void {}
