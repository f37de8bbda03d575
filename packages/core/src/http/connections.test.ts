import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConnectionTracker, trackConnections } from './connections.ts';
import type { NodeRequest } from './pipeline.ts';

const response = { status: 200, headers: { 'content-length': '2' }, body: 'ok' };

/** Longer than a test. */
const neverMs = 600_000;

let server: Server;
let connections: ConnectionTracker;
let requests: NodeRequest[];
/** What the server does with a tracked request. */
let onRequest: (request: NodeRequest) => void;
/** The body as a host may pass it. */
let bodyOf: (incoming: IncomingMessage) => unknown;

beforeEach(async () => {
  connections = trackConnections();
  requests = [];
  onRequest = send;
  bodyOf = () => undefined;
  server = createServer((incoming, outgoing) => {
    const request = requestOf(incoming, outgoing, bodyOf(incoming));
    requests.push(request);
    connections.track(request);
    onRequest(request);
  });
  // A connection that is left open keeps the server from closing.
  server.keepAliveTimeout = neverMs;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a closing server', () => {
  it('sends Connection: close with the last response, and closes the connection', async () => {
    onRequest = () => {};
    const { reply } = dial('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const request = await requestNumber(0);
    const closed = close(neverMs);
    send(request);
    expect(await reply).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/);
    await closed;
  });

  it('closes a connection whose response had started, after it was sent', async () => {
    onRequest = ({ incoming, outgoing }) => {
      outgoing.writeHead(200, response.headers).write('o');
      incoming.resume();
    };
    const { reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx');
    const { incoming, outgoing } = await requestNumber(0);
    await new Promise((resolve) => incoming.once('close', resolve));
    const closed = close(neverMs);
    outgoing.end('k');
    expect(await reply).toMatch(/ok$/);
    await closed;
  });

  it('responds to a request whose body arrived while it was closing', async () => {
    onRequest = ({ incoming }) => incoming.resume();
    const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n');
    const request = await requestNumber(0);
    const closed = close(neverMs);
    socket.write('x');
    await new Promise((resolve) => request.incoming.once('close', resolve));
    send(request);
    expect(await reply).toMatch(/ok$/);
    await closed;
  });

  it('waits for a body that still arrives, without Connection: close', async () => {
    onRequest = () => {};
    const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
    const request = await requestNumber(0);
    const closed = close(neverMs);
    send(request);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write('x');
    expect(await reply).not.toMatch(/connection: close/i);
    expect(request.incoming.complete).toBe(true);
    await closed;
  });

  it.each([true, false])(
    'destroys a connection whose body does not arrive in time, responded: %s',
    async (responded) => {
      if (!responded) onRequest = () => {};
      const { reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
      await requestNumber(0);
      await close(20);
      expect((await reply) === '').toBe(!responded);
    },
  );

  it('waits for a response that takes longer', async () => {
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

it('keeps connections open while the server is not closing', async () => {
  const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
  const { incoming } = await requestNumber(0);
  socket.write('x');
  await new Promise((resolve) => incoming.once('close', resolve));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await requestNumber(1);
  expect(connections.prepareResponse(await requestNumber(0), response)).toBe(response);
  server.close();
  expect(await reply).not.toMatch(/connection: close/i);
  expect(requests).toHaveLength(2);
});

it('does not track a request that ended in a slow hook of the host', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const socket = new Socket();
  const destroy = vi.spyOn(socket, 'destroy');
  const incoming = Object.assign(new PassThrough(), { httpVersionMajor: 1, socket });
  const outgoing = new PassThrough();
  const follow = () => connections.track({ incoming, outgoing } as unknown as NodeRequest);
  follow();
  Object.defineProperty(incoming, 'closed', { value: true });
  incoming.emit('close');
  follow();
  connections.close(10);
  vi.advanceTimersByTime(10);
  vi.useRealTimers();
  expect(destroy).not.toHaveBeenCalled();
});

it('drains a stream that the host piped the body into', async () => {
  bodyOf = (incoming) => incoming.pipe(new PassThrough());
  const { socket, reply } = dial('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  socket.write('x'.repeat(1_000_000));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await reply).toMatch(/ok$/);
  expect(requests).toHaveLength(2);
});

it.each([
  ['of HTTP/2, which requests share', { httpVersionMajor: 2, socket: new Socket() }],
  ['without a network socket', { httpVersionMajor: 1, socket: {} }],
])('does not track a connection %s', (_name, incoming) => {
  const request = { incoming: { ...incoming, complete: true }, outgoing: {} };
  connections.close(0);
  connections.track(request as unknown as NodeRequest);
  expect(connections.prepareResponse(request as unknown as NodeRequest, response)).toBe(response);
});

function requestOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: unknown,
): NodeRequest {
  const of = {
    url: '/',
    params: {},
    clientAddress: '127.0.0.1',
    protocol: 'http',
    host: 'x',
    native: undefined,
    logger: { info() {}, error() {} },
  };
  return { incoming, outgoing, body, ...of };
}

function send(request: NodeRequest): void {
  const { status, headers, body } = connections.prepareResponse(request, response);
  request.outgoing.writeHead(status, headers).end(body);
}

function dial(head: string): { socket: Socket; reply: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(head);
  return { socket, reply: text(socket) };
}

/** Resolves with the request of this number when it has arrived. */
async function requestNumber(number: number): Promise<NodeRequest> {
  while (requests.length <= number) {
    await new Promise((resolve) => server.once('request', resolve));
  }
  return requests[number] as NodeRequest;
}

/** Resolves when the server has no connection left. */
async function close(graceMs: number): Promise<void> {
  connections.close(graceMs);
  await new Promise((resolve) => server.close(resolve));
}
