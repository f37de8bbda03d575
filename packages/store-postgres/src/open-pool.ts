import pg from 'pg';

/** Opens connections of the store's own, none of them before the first statement. */
export function openPool(connectionString: string, maxConnections = 10): pg.Pool {
  return new pg.Pool({
    connectionString,
    max: maxConnections,
    // Endless by default. The store has its own limit, for host's pools too; this one also ends the try.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Idle connections are no reason for a process to go on.
    allowExitOnIdle: true,
  });
}
