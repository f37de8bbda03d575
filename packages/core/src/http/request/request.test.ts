import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchDisconnect } from './request.ts';

let server: Server;
/** Resolves with the response object of the first request. */
let outgoing: Promise<ServerResponse>;

beforeEach(async () => {
  server = createServer();
  outgoing = new Promise((resolve) => server.once('request', (_, response) => resolve(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const dial = () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
};
const closing = (response: ServerResponse) =>
  new Promise((resolve) => response.once('close', resolve));

it('aborts when the client disconnects', async () => {
  const socket = dial();
  const response = await outgoing;
  const { signal } = watchDisconnect({ outgoing: response });
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await closing(response);
  expect(signal.aborted).toBe(true);
});

it('is aborted if the client has disconnected', async () => {
  const socket = dial();
  const response = await outgoing;
  socket.destroy();
  await closing(response);
  expect(watchDisconnect({ outgoing: response }).signal.aborted).toBe(true);
});

it('does not abort once the response is written', async () => {
  dial();
  const response = await outgoing;
  const { signal } = watchDisconnect({ outgoing: response });
  response.end();
  await closing(response);
  expect(signal.aborted).toBe(false);
  expect(watchDisconnect({ outgoing: response }).signal.aborted).toBe(false);
});

it('is the signal of a host without a response of Node', () => {
  const controller = new AbortController();
  const signal = watchDisconnect({ signal: controller.signal });
  expect(signal.aborted).toBe(false);
  controller.abort();
  expect(signal.aborted).toBe(true);
});
