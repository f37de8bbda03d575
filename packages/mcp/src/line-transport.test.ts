import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { createContext } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it, onTestFinished } from 'vitest';
import { serveLocalTools } from './serve-stdio.ts';

/** Starts the tools, and returns how to send bytes and to wait for the next line. */
function start() {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const logged: unknown[] = [];
  const serving = serveLocalTools({
    stdin,
    stdout,
    store: memoryStore(),
    directory: '.',
    createContextFor: (_url, options) => createContext(options),
    logError: (error) => logged.push(error),
    signal: new AbortController().signal,
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    stdin.end();
    await serving;
  });
  const next = async () => JSON.parse((await lines.next()).value);
  const initialize = async (protocolVersion: string) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    stdin.write(lineOf({ id: 'start', method: 'initialize', params }));
    expect((await next()).result.protocolVersion).toBe(protocolVersion);
    stdin.write(lineOf({ method: 'notifications/initialized' }));
  };
  return { stdin, next, initialize, logged };
}

const message = (value: object) => ({ jsonrpc: '2.0', ...value });
const lineOf = (value: object) => `${JSON.stringify(message(value))}\n`;
const ping = (id: unknown) => message({ id, method: 'ping' });
const pong = (id: unknown) => message({ id, result: {} });
const error = (id: unknown, code: number) =>
  expect.objectContaining({ jsonrpc: '2.0', id, error: expect.objectContaining({ code }) });

it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'responds to lines that are broken, and reads those after them: %s',
  async (version) => {
    const { stdin, next, initialize, logged } = start();
    await initialize(version);
    const rows = [
      ['{"jsonrpc":"2.0","id":1,"method":"ping"', error(null, -32_700)],
      ['hello', error(null, -32_700)],
      ['{"jsonrpc":"2.0","id":2}', error(2, -32_600)],
      ['{"id":"a","method":"ping"}', error('a', -32_600)],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', error(null, -32_600)],
      ['"text"', error(null, -32_600)],
      ['null', error(null, -32_600)],
      ['[]', error(null, -32_600)],
      ['x'.repeat(13_000_001), error(null, -32_600)],
      [JSON.stringify(ping(3)), pong(3)],
      [`\ufeff${JSON.stringify(ping(4))}\r`, pong(4)],
    ] as const;
    for (const [line, response] of rows) {
      stdin.write(`\n \r\n${line}\n${lineOf({ id: 'next', method: 'ping' })}`);
      expect(await next(), line.slice(0, 50)).toEqual(response);
      expect(await next()).toEqual(pong('next'));
    }
    expect(logged).toEqual([]);
    // No response is ever responded to.
    stdin.write('{"jsonrpc":"2.0","id":null,"error":{"code":"x"}}\n');
    // A line may come in any parts.
    for (const byte of Buffer.from(lineOf({ id: 'ü', method: 'ping' }))) {
      stdin.write(Buffer.from([byte]));
    }
    expect(await next()).toEqual(pong('ü'));
    expect(logged).toHaveLength(1);
  },
);

it('responds to a batch with one line, once the last request of it is done', async () => {
  const { stdin, next, initialize } = start();
  await initialize('2025-03-26');
  const listed = message({
    id: 'list',
    method: 'tools/call',
    params: { name: 'list', arguments: { kind: 'reports' } },
  });
  const progress = message({ method: 'notifications/roots/list_changed' });
  const batch = [ping(1), listed, progress, { id: 7 }, ping(1), ping('b')];
  stdin.write(`${JSON.stringify(batch)}\n`);
  const responses = await next();
  expect(responses).toHaveLength(5);
  expect(responses).toEqual(
    expect.arrayContaining([pong(1), pong('b'), error(7, -32_600), error(1, -32_600)]),
  );
  expect(responses).toContainEqual(
    expect.objectContaining({ id: 'list', result: expect.anything() }),
  );
  // No response to a batch of notifications, and ids may be used again.
  stdin.write(`${JSON.stringify([progress])}\n${lineOf({ id: 1, method: 'ping' })}`);
  expect(await next()).toEqual(pong(1));
});

it('does not wait for a request of a batch that is canceled', async () => {
  const { stdin, next, initialize } = start();
  await initialize('2025-03-26');
  const waiting = message({
    id: 'wait',
    method: 'tools/call',
    params: { name: 'analyze', arguments: { html: '<p>a' } },
  });
  const cancel = message({ method: 'notifications/cancelled', params: { requestId: 'wait' } });
  stdin.write(
    `${JSON.stringify([waiting, cancel, ping(1)])}\n${lineOf({ id: 2, method: 'ping' })}`,
  );
  expect(await next()).toEqual([pong(1)]);
});

it.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
  'refuses a batch in version %s, which has none',
  async (version) => {
    const { stdin, next, initialize } = start();
    await initialize(version);
    stdin.write(`${JSON.stringify([ping(1)])}\n`);
    const response = await next();
    expect(response).toEqual(error(null, -32_600));
    expect(response.error.message).toContain('Send each message on a separate line');
  },
);

it('refuses a batch before the version is known', async () => {
  const { stdin, next } = start();
  stdin.write(`${JSON.stringify([ping(1)])}\n`);
  expect(await next()).toEqual(error(null, -32_600));
});
