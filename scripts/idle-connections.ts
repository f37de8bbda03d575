import { connect, type Socket } from 'node:net';

/** A connection that would keep a server open after a response. */
export async function openIdleConnection(address: string): Promise<Socket> {
  const socket = await open(address);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  return socket.resume();
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
