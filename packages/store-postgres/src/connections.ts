import { ConnectionTimeout } from './database-errors.ts';
import type { ErrorSource, HostClient, HostPool } from './host-pool.ts';

/** Acquires a connection of a pool within a time. */
export type AcquireConnection = (withinMs: number) => Promise<HostClient>;

/** Pools and connections that already have a listener of any store. */
const heard = new WeakSet<ErrorSource>();

/**
 * Connections of a pool. The pool and each connection get an error listener: without one, a lost connection
 * ends the whole process. The next statement detects a lost connection.
 */
export function acquireFrom(pool: HostPool): AcquireConnection {
  // Immediately, because the server may close it together with the message that it is ready. Connections that
  // the host's pool opened earlier get their listener when they are acquired.
  if (!heard.has(pool)) pool.on('connect', listen);
  listen(pool);

  return (withinMs) =>
    new Promise((resolve, reject) => {
      let isLate = false;
      // A host's pool may let callers wait forever, which is the default of pg.
      const timer = setTimeout(() => {
        isLate = true;
        reject(new ConnectionTimeout('No database connection was available in time.'));
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
