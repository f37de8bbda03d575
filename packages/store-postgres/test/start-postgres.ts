import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedPostgres } from './embedded-postgres.ts';

/** A Postgres server for tests. */
export interface RunningPostgres {
  readonly connectionString: string;
  /** Ends the server. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for good. */
  remove(): Promise<void>;
}

/** Starts a Postgres server with its own folder and port. */
export async function startPostgres(...flags: readonly string[]): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-postgres-'));
  const port = await freePort();
  const messages: unknown[] = [];
  // The user of the server must be able to traverse it.
  chmodSync(folder, 0o755);
  const EmbeddedPostgres = await embeddedPostgres(folder);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    persistent: true,
    // Postgres does not run as root, the user of tests in containers.
    createPostgresUser: process.getuid?.() === 0,
    onLog: (message) => messages.push(message),
    onError: (error) => messages.push(error),
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=100', '-h', '127.0.0.1', ...flags],
  });
  const start = async (): Promise<void> => {
    await server.start().catch(() => {
      throw new Error(`Postgres did not start: ${messages.join('\n')}`);
    });
  };
  await server.initialise();
  await start();
  return {
    connectionString: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    start,
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A free port of loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
