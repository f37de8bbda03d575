import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A port that no server listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves after any response; rejects if the server ends or after a minute. */
export async function untilItResponds(address: string, exited: Promise<unknown>): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (let tries = 0; tries < 600 && !ended; tries += 1) {
    const responded = await fetch(address).then(
      () => true,
      () => false,
    );
    if (responded) return;
    await wait(100);
  }
  throw new Error(`There is no response from ${address}.`);
}
