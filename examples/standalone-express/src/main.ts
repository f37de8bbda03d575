import { announceFirstKey } from './first-key.ts';
import { log } from './log.ts';
import { openStore } from './open-store.ts';
import { createServer } from './server.ts';
import { readSettings } from './settings.ts';
import { stopOnSignal } from './stop-on-signal.ts';

try {
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseFile);
  const server = createServer(settings, store);
  await announceFirstKey(store);
  stopOnSignal(server.close);
  const port = await server.listen();
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  log('info', `Server listening at http://${host}:${port}`);
} catch (error) {
  console.error('The server cannot start.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
