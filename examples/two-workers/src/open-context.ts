import { type Context, createContext, type EventListener } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';

/**
 * Creates the context of a process, in the same way for the API and the workers.
 *
 * @param maxConnections The maximum number of connections to Postgres. Of all processes together it must be
 * less than `max_connections` of the server.
 * @throws Error without the environment variable DATABASE_URL.
 */
export async function openContext(
  maxConnections: number,
  onEvent?: EventListener,
): Promise<Context> {
  const { DATABASE_URL, ALLOW_ADDRESSES } = process.env;
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL, such as postgres://localhost/app.');
  const store = postgresStore({ connectionString: DATABASE_URL, maxConnections });
  // Any number of processes may do this at the same time.
  await store.migrate();
  return createContext({
    store,
    // Only public addresses, and a list of others, separated by commas, for trying it out.
    ...(ALLOW_ADDRESSES && {
      network: { allowAddresses: ALLOW_ADDRESSES.split(','), ports: 'any' as const },
    }),
    ...(onEvent && { onEvent }),
  });
}
