import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enterPipeline, runInPipeline } from './pipeline.ts';
import type { ApiRequest } from './request/request.ts';

let server: Server;
/** The event loop iteration in which each request was handled. */
let startedIn: number[];
let refused: number;
let atOnce: number;

beforeEach(async () => {
  let rounds = 0;
  let working = 0;
  [startedIn, refused, atOnce] = [[], 0, 0];
  server = createServer(async (incoming, outgoing) => {
    const request = { incoming, outgoing } as unknown as ApiRequest;
    if (!enterPipeline(request)) refused++;
    const response = await runInPipeline(request, async () => {
      atOnce = Math.max(atOnce, ++working);
      startedIn.push(rounds);
      await Promise.resolve();
      working--;
      return { status: 200, headers: {}, body: incoming.url ?? '' };
    });
    outgoing.end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const count = async () => {
    for (; server.listening; rounds++) await setImmediate();
  };
  void count();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function send(count: number): Promise<string> {
  const requests = Array.from({ length: count }, (_, at) => {
    const connection = at === count - 1 ? 'Connection: close\r\n' : '';
    return `GET /${at} HTTP/1.1\r\nHost: x\r\n${connection}\r\n`;
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(requests.join(''));
  return text(socket).catch(() => '');
}

it('handles pipelined requests one after the other, each in its own event loop iteration', async () => {
  const reply = await send(50);
  const paths = Array.from({ length: 50 }, (_, at) => `/${at}`);
  expect(reply.match(/(?<=\r\n)\/\d+/g)).toEqual(paths);
  expect(atOnce).toBe(1);
  expect(new Set(startedIn).size).toBe(50);
});

it('closes a connection with more than 100 pending requests, and handles few of them', async () => {
  expect(await send(20_000)).toBe('');
  expect(refused).toBe(1);
  expect(startedIn.length).toBeLessThan(5);
});

it('handles the only request of a connection at once', () => {
  let handled = false;
  const request = { incoming: { httpVersionMajor: 1, socket: {} }, outgoing: {} };
  void runInPipeline(request as unknown as ApiRequest, async () => {
    handled = true;
    return { status: 200, headers: {}, body: '' };
  });
  expect(handled).toBe(true);
});
