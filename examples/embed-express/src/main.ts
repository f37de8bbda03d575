import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';

const { PORT = '3000', DATABASE_FILE = 'seo.sqlite', ALLOW_ADDRESSES } = process.env;

async function start(): Promise<void> {
  const { app, seo, store } = await createApp(DATABASE_FILE, networkOf(ALLOW_ADDRESSES));
  const server = app.listen(Number(PORT), '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    await seo.close();
    server.close(() => store.close());
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const { port } = server.address() as AddressInfo;
  console.log(`The site builder is listening at http://127.0.0.1:${port}`);
}

/** Only public addresses, and a list of others, separated by commas, for trying it out. */
function networkOf(addresses: string | undefined) {
  return addresses ? { allowAddresses: addresses.split(','), ports: 'any' as const } : {};
}

start().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
