import { lookup } from 'node:dns/promises';
import { openStore, printFirstKey, readSettings, stopOnSignal } from '@sitegrade/example-shared';
import { createServer } from './server.ts';

try {
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseFile);
  const app = createServer(settings, store);
  await printFirstKey(store);
  stopOnSignal(() => app.close());
  // For `localhost` Fastify would open a second server, whose requests its closing does not wait for.
  const { address } = await lookup(settings.host);
  await app.listen({ port: settings.port, host: address });
} catch (error) {
  console.error('The server cannot start.');
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
