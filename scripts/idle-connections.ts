import { connect, type Socket } from 'node:net';

/** Connections that would keep a server open: one without a request, one after a response. */
export async function openIdleConnections(address: string): Promise<readonly Socket[]> {
  const silent = await open(address);
  const keptAlive = await open(address);
  keptAlive.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => keptAlive.once('data', resolve));
  for (const socket of [silent, keptAlive]) socket.resume();
  return [silent, keptAlive];
}

/** Resolves when nothing listens at the address any more. */
export async function untilRefused(address: string): Promise<void> {
  for (;;) {
    const socket = await open(address).catch(() => undefined);
    if (socket === undefined) return;
    socket.destroy();
  }
}

function open(address: string): Promise<Socket> {
  const { port, hostname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}
