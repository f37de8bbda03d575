import Database from 'better-sqlite3';
import { createApp } from './app.ts';

const { PORT = '3000', DATABASE_FILE = 'agency.sqlite', ALLOW_ADDRESSES } = process.env;

async function start(): Promise<void> {
  const database = new Database(DATABASE_FILE);
  const app = await createApp(database, networkOf(ALLOW_ADDRESSES));
  app.addHook('onClose', () => database.close());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: Number(PORT) });
  console.log(`The agency is listening at ${url}`);
}

/** Only public addresses, and a list of others, separated by commas, for trying it out. */
function networkOf(addresses: string | undefined) {
  return addresses ? { allowAddresses: addresses.split(','), ports: 'any' as const } : {};
}

start().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
