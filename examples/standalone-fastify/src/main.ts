import { lookup } from 'node:dns/promises';
import { announceFirstKey } from './first-key.ts';
import { openStore } from './open-store.ts';
import { createServer } from './server.ts';
import { readSettings } from './settings.ts';
import { stopOnSignal } from './stop-on-signal.ts';

try {
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseFile);
  const app = createServer(settings, store);
  await announceFirstKey(store);
  stopOnSignal(() => app.close());
  // For `localhost` Fastify would open a second server, whose requests its closing does not wait for.
  const { address } = await lookup(settings.host);
  await app.listen({ port: settings.port, host: address });
} catch (error) {
  console.error('The server cannot start.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
