import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connections, followConnections } from './connections.ts';
import type { ApiRequest } from './request/request.ts';

const answer = { status: 200, headers: { 'content-length': '2' }, body: 'ok' };
/** Below Node's keep-alive time. */
const promptMs = 3_000;

let server: Server;
let connections: Connections;
let requests: ApiRequest[];
/** What the server does with a request once it is followed. */
let onRequest: (request: ApiRequest) => void;
/** The body as a host may hand it over. */
let bodyOf: (incoming: IncomingMessage) => unknown;

beforeEach(async () => {
  connections = followConnections();
  requests = [];
  onRequest = send;
  bodyOf = () => undefined;
  server = createServer((incoming, outgoing) => {
    const request = requestOf(incoming, outgoing, bodyOf(incoming));
    requests.push(request);
    connections.follow(request);
    onRequest(request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a closing server', () => {
  it('tells the client in its last answer, and ends the connection', async () => {
    onRequest = () => {};
    const { reply } = dial('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const request = await requestNumber(0);
    const closed = close(60_000);
    send(request);
    expect(await reply).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/);
    expect(await closed).toBeLessThan(promptMs);
  });

  it('ends a connection whose answer began before, once that is out', async () => {
    onRequest = ({ incoming, outgoing }) => {
      outgoing.writeHead(200, answer.headers).write('o');
      incoming.resume();
    };
    const { reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx');
    const { incoming, outgoing } = await requestNumber(0);
    await new Promise((resolve) => incoming.once('close', resolve));
    const closed = close(60_000);
    outgoing.end('k');
    expect(await reply).toMatch(/ok$/);
    expect(await closed).toBeLessThan(promptMs);
  });

  it('answers a request whose body came while it was closing', async () => {
    onRequest = ({ incoming }) => incoming.resume();
    const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n');
    const request = await requestNumber(0);
    const closed = close(60_000);
    socket.write('x');
    await new Promise((resolve) => request.incoming.once('close', resolve));
    send(request);
    expect(await reply).toMatch(/ok$/);
    expect(await closed).toBeLessThan(promptMs);
  });

  it('waits for a body that is still coming, and does not say close before', async () => {
    onRequest = () => {};
    const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
    const request = await requestNumber(0);
    const closed = close(60_000);
    send(request);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('x');
    expect(await reply).not.toMatch(/connection: close/i);
    expect(request.incoming.complete).toBe(true);
    expect(await closed).toBeLessThan(promptMs);
  });

  it.each([true, false])(
    'cuts off a body that does not come in time, answered: %s',
    async (answered) => {
      if (!answered) onRequest = () => {};
      const { reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
      await requestNumber(0);
      expect(await close(20)).toBeLessThan(promptMs);
      expect((await reply) === '').toBe(!answered);
    },
  );

  it('gives an answer that takes longer the time it takes', async () => {
    onRequest = () => {};
    const slow = dial('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const request = await requestNumber(0);
    const stuck = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
    await requestNumber(1);
    const closed = close(1);
    expect(await stuck.reply).toBe('');
    send(request);
    expect(await slow.reply).toMatch(/ok$/);
    await closed;
  });
});

it('keeps connections while the server does not close', async () => {
  const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
  const { incoming } = await requestNumber(0);
  socket.write('x');
  await new Promise((resolve) => incoming.once('close', resolve));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await requestNumber(1);
  expect(connections.finish(await requestNumber(0), answer)).toBe(answer);
  server.close();
  expect(await reply).not.toMatch(/connection: close/i);
  expect(requests).toHaveLength(2);
});

it('keeps nothing of a request that ended while the host took its time', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const socket = new Socket();
  const destroy = vi.spyOn(socket, 'destroy');
  const incoming = Object.assign(new PassThrough(), { httpVersionMajor: 1, socket });
  const outgoing = new PassThrough();
  const follow = () => connections.follow({ incoming, outgoing } as unknown as ApiRequest);
  follow();
  Object.defineProperty(incoming, 'closed', { value: true });
  incoming.emit('close');
  follow();
  connections.close(10);
  vi.advanceTimersByTime(10);
  vi.useRealTimers();
  expect(destroy).not.toHaveBeenCalled();
});

it('reads on through a stream that the host put in between', async () => {
  bodyOf = (incoming) => incoming.pipe(new PassThrough());
  const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  socket.write('x'.repeat(1_000_000));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await reply).toMatch(/ok$/);
  expect(requests).toHaveLength(2);
});

it.each([
  ['of HTTP/2, which others share', { httpVersionMajor: 2, socket: new Socket() }],
  ['of no network', { httpVersionMajor: 1, socket: {} }],
])('leaves alone a connection %s', (_name, incoming) => {
  const request = { incoming: { ...incoming, complete: true }, outgoing: {} };
  connections.close(0);
  connections.follow(request as unknown as ApiRequest);
  expect(connections.finish(request as unknown as ApiRequest, answer)).toBe(answer);
});

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse, body: unknown): ApiRequest {
  const of = {
    url: '/',
    id: undefined,
    protocol: 'http',
    host: 'x',
    native: undefined,
    logger: { info() {}, error() {} },
  };
  return { incoming, outgoing, body, ...of };
}

function send(request: ApiRequest): void {
  const { status, headers, body } = connections.finish(request, answer);
  request.outgoing.writeHead(status, headers).end(body);
}

function dial(head: string): { socket: Socket; reply: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(head);
  return { socket, reply: text(socket) };
}

/** The request with this number, once it is there. */
async function requestNumber(number: number): Promise<ApiRequest> {
  while (requests.length <= number) {
    await new Promise((resolve) => server.once('request', resolve));
  }
  return requests[number] as ApiRequest;
}

/** Resolves with the milliseconds that closing took. */
async function close(graceMs: number): Promise<number> {
  const startedAt = performance.now();
  connections.close(graceMs);
  await new Promise((resolve) => server.close(resolve));
  return performance.now() - startedAt;
}
