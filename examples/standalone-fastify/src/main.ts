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
  await app.listen({ port: settings.port, host: settings.host });
} catch (error) {
  console.error('The server cannot start.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
