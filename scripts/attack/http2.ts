import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import {
  createFramesServer,
  floods,
  type OnHeaders,
} from '../../packages/audit/src/fetch/fixtures/http2-frames.ts';
import { type Attack, blockOf, cpuOf, failures, report } from './attack.ts';

// Servers that offer HTTP/2, and send frames without end.

/** CPU of the end of a flood and of a report: the server ends it after some megabytes. */
const floodCpuSeconds = 1;

export const http2Attacks: readonly Attack[] = floods.map(([name, onHeaders]) => ({
  name: `HTTP/2: ${name}`,
  run: async (server) => {
    const target = await startFlooding(onHeaders);
    try {
      await server.figures();
      const outcome = await report(server, 'first', target.url);
      const figures = await server.figures();
      return [cpuOf(figures, floodCpuSeconds), blockOf(figures), failures([outcome])];
    } finally {
      target.close();
    }
  },
}));

async function startFlooding(onHeaders: OnHeaders) {
  const server = createFramesServer(onHeaders);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://good.test:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
