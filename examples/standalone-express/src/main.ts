import { openStore, printFirstKey, readSettings, stopOnSignal } from '@sitegrade/example-shared';
import { log } from './log.ts';
import { createServer } from './server.ts';

try {
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseFile);
  const server = createServer(settings, store);
  await printFirstKey(store);
  stopOnSignal(server.close);
  const port = await server.listen();
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  log('info', `Server listening at http://${host}:${port}`);
} catch (error) {
  console.error('The server cannot start.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
