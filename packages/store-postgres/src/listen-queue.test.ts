import { setImmediate as nextRound } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenQueue } from './listen-queue.ts';
import type { ListenQueueOptions } from './listen-queue-options.ts';

const never = new AbortController().signal;

let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // No spread of retries and tickets.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A Postgres in memory that has LISTEN and NOTIFY, and can be stopped. */
function createServer() {
  const listeners = new Map<FakeClient, string>();
  const statements: string[] = [];
  const notified: string[] = [];
  const state = { isUp: true, isSilent: false, isShared: false, connections: 0 };

  class FakeClient {
    readonly #handlers = new Map<string, ((value?: unknown) => void)[]>();
    readonly processID: number;

    constructor() {
      state.connections += 1;
      this.processID = state.isShared ? -1 : state.connections;
    }
    on(event: string, handler: (value: never) => void) {
      this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler as () => void]);
    }
    emit(event: string, value?: unknown) {
      for (const handler of this.#handlers.get(event) ?? []) handler(value);
    }
    async connect() {
      if (!state.isUp) throw new Error('connect ECONNREFUSED');
    }
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      statements.push(text);
      if (state.isSilent) return new Promise<never>(() => {});
      if (!state.isUp) throw new Error('Connection terminated');
      const [, listened] = /^listen "(.*)"$/.exec(text) ?? [];
      if (listened !== undefined) listeners.set(this, listened);
      if (text.includes('pg_notify')) {
        notified.push(String(values[1]));
        for (const [client, channel] of listeners) {
          if (channel === values[0]) client.emit('notification', { channel, payload: values[1] });
        }
      }
      return { rows: [{ pid: state.isShared ? 1 : this.processID }] };
    }
    async end() {
      listeners.delete(this);
      this.emit('end');
    }
  }

  return {
    state,
    statements,
    notified,
    createClient: () => new FakeClient(),
    /** Ends all connections. */
    restart: () => {
      for (const client of [...listeners.keys()]) client.emit('error', new Error('terminated'));
      listeners.clear();
    },
  };
}

function open(server: ReturnType<typeof createServer>, options: { channel?: string } = {}) {
  const queue = listenQueue({ createClient: server.createClient, ...options });
  onTestFinished(() => queue.close());
  return queue;
}

/** A queue that listens, without the ticket that a new connection leaves. */
async function listening(server: ReturnType<typeof createServer>, options = {}) {
  const queue = open(server, options);
  await queue.listen();
  await queue.wait(never);
  return queue;
}

function waitOn(queue: ReturnType<typeof open>, looks?: number) {
  const wait = { isOver: false };
  void queue.wait(never, looks).then(() => {
    wait.isOver = true;
  });
  return wait;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('with a connection', () => {
  it('a job wakes a worker of each process, and nothing else does', async () => {
    const server = createServer();
    const [here, there] = [await listening(server), await listening(server)];
    const elsewhere = await listening(server, { channel: 'other "one"' });
    const waits = [waitOn(here), waitOn(there), waitOn(elsewhere)];
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(waits.map(({ isOver }) => isOver)).toEqual([false, false, false]);
    await here.announce(1);
    await settle();
    expect(waits.map(({ isOver }) => isOver)).toEqual([true, true, false]);
    expect(server.notified).toHaveLength(1);
    // The notification of the same process is not another ticket.
    const next = [waitOn(here), waitOn(there)];
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(next.map(({ isOver }) => isOver)).toEqual([false, false]);
  });

  it('a process notifies every 50 ms at most, with all tickets and the shortest delay', async () => {
    const server = createServer();
    const queue = await listening(server);
    for (let job = 0; job < 100; job += 1) await queue.announce(2);
    await queue.announce(1, 9_000);
    await queue.announce(1, 8_000);
    await vi.advanceTimersByTimeAsync(49);
    expect(server.notified).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.notified.map((text) => text.replace(/^\S+ /, ''))).toEqual(['2', '198 8000']);
    await queue.announce(1);
    await vi.advanceTimersByTimeAsync(49);
    expect(server.notified).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.notified).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(server.notified).toHaveLength(3);
  });

  it('a job that is due later wakes workers of all processes then, the first of several', async () => {
    const server = createServer();
    const [here, there] = [await listening(server), await listening(server)];
    const waits = [waitOn(here), waitOn(there)];
    await here.announce(1, 60_000);
    await here.announce(1, 5_000);
    await here.announce(1, 90_000);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(waits.map(({ isOver }) => isOver)).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(51);
    expect(waits.map(({ isOver }) => isOver)).toEqual([true, true]);
  });

  it('a sign of life every 30 seconds is all that an idle connection sends', async () => {
    const server = createServer();
    const queue = await listening(server);
    const wait = waitOn(queue);
    server.statements.length = 0;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(server.statements).toEqual(Array(10).fill('select 1'));
    expect(wait.isOver).toBe(false);
  });
});

describe('without a connection', () => {
  it('a wait ends for looks, and tickets of the same process still wake at once', async () => {
    const server = createServer();
    server.state.isUp = false;
    const queue = open(server);
    const wait = waitOn(queue, 2);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(wait.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(wait.isOver).toBe(true);
    const next = waitOn(queue);
    await queue.announce(1);
    await settle();
    expect(next.isOver).toBe(true);
  });

  it('it connects again, later each time, and warns once', async () => {
    const server = createServer();
    server.state.isUp = false;
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const queue = open(server);
    waitOn(queue);
    await settle();
    const counts: number[] = [];
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      counts.push(server.state.connections);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[1]).toMatchObject({ code: 'SITEGRADE_LISTEN_FAILED' });
    expect(String(warn.mock.calls[0]?.[1].detail)).toContain('ECONNREFUSED');
  });

  it('what was not sent is sent with the next connection, which wakes workers that may have missed a job', async () => {
    const server = createServer();
    const [here, there] = [await listening(server), await listening(server)];
    server.state.isUp = false;
    const waits = [waitOn(here), waitOn(there)];
    server.restart();
    await settle();
    // To wait for looks from now on.
    expect(waits.map(({ isOver }) => isOver)).toEqual([true, true]);
    await Promise.all([here.wait(never), there.wait(never)]);
    await here.announce(3);
    expect(server.notified).toEqual([]);
    server.state.isUp = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.notified).toHaveLength(1);
    expect(server.notified[0]).toMatch(/ 3$/);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('a connection that no longer answers is given up, by a sign of life or a notification', async () => {
    for (const find of ['sign of life', 'notification']) {
      const server = createServer();
      const queue = await listening(server);
      server.state.isSilent = true;
      if (find === 'notification') await queue.announce(1);
      else await vi.advanceTimersByTimeAsync(30_000);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(server.state.connections).toBe(1);
      server.state.isSilent = false;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(server.state.connections).toBe(2);
      await vi.advanceTimersByTimeAsync(100);
      expect(server.notified).toHaveLength(find === 'notification' ? 1 : 0);
    }
  });

  it('listen rejects, and the next wait tries again', async () => {
    const server = createServer();
    server.state.isUp = false;
    const queue = open(server);
    await expect(queue.listen()).rejects.toThrow('ECONNREFUSED');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([server.state.connections, warn.mock.calls.length]).toEqual([1, 0]);
    server.state.isUp = true;
    const wait = waitOn(queue);
    await settle();
    expect(wait.isOver).toBe(true);
    expect(server.state.connections).toBe(2);
  });

  it('a pooler that shares connections is refused', async () => {
    const server = createServer();
    server.state.isShared = true;
    await expect(open(server).listen()).rejects.toThrow('LISTEN does not work through a pooler');
    expect(server.statements.join()).not.toContain('listen');
  });

  it('a connection that is made while the queue closes is closed, too', async () => {
    const server = createServer();
    const queue = open(server);
    const opening = queue.listen();
    await queue.close();
    await expect(opening).rejects.toThrow('closed');
    await queue.announce(1);
    await nextRound();
    expect(server.state.connections).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('close sends what was not sent yet, ends waits, and leaves no timer', async () => {
  const server = createServer();
  const queue = await listening(server);
  await queue.announce(1);
  await queue.announce(5);
  await queue.announce(1, 5_000);
  await queue.wait(never);
  const wait = waitOn(queue);
  await queue.close();
  await queue.close();
  await nextRound();
  expect(wait.isOver).toBe(true);
  expect(server.notified.map((text) => text.replace(/^\S+ /, ''))).toEqual(['1', '5 5000']);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['a client of a pool', () => Object.assign(new pg.Client(), { release() {} })],
  ['a pool', () => new pg.Pool() as never],
])('%s is refused', async (_what, createClient) => {
  await expect(listenQueue({ createClient }).listen()).rejects.toThrow(
    'createClient must make a new Client of pg, and not a pool or a client of one.',
  );
});

it.each<[options: unknown, message: string]>([
  [undefined, 'options must be an object.'],
  [{}, 'options must have either connectionString or createClient.'],
  [
    { connectionString: 'postgres://localhost/app', createClient: () => new pg.Client() },
    'options must have either connectionString or createClient.',
  ],
  [
    { connectionString: 'mysql://localhost/app' },
    'connectionString must begin with postgres:// or postgresql://',
  ],
  [{ createClient: new pg.Client() }, 'createClient must be a function.'],
  [
    { createClient: () => new pg.Client(), channel: '' },
    'channel must be a name of 1 to 63 bytes.',
  ],
  [
    { createClient: () => new pg.Client(), channel: 'é'.repeat(32) },
    'channel must be a name of 1 to 63 bytes.',
  ],
  [
    { pool: new pg.Pool() },
    'pool is not an option. The options are connectionString, createClient',
  ],
])('%j is refused by name', (options, message) => {
  expect(() => listenQueue(options as ListenQueueOptions)).toThrow(TypeError);
  expect(() => listenQueue(options as ListenQueueOptions)).toThrow(`listenQueue: ${message}`);
});
