import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PgBoss } from './pg-boss.ts';
import { type PgBossQueueOptions, pgBossQueue } from './pg-boss-queue.ts';

const never = new AbortController().signal;

/** pg-boss in memory, which records its calls. */
function createBoss() {
  const tickets: string[] = [];
  const calls: unknown[][] = [];
  let sent = 0;
  const boss: PgBoss = {
    async createQueue(name) {
      calls.push(['createQueue', name]);
    },
    async send(name, data, options) {
      calls.push(['send', name, data, options]);
      sent += 1;
      tickets.push(`ticket ${sent}`);
    },
    async fetch(name, options) {
      calls.push(['fetch', name, options]);
      return tickets.splice(0, options.batchSize).map((id) => ({ id }));
    },
    async complete(name, ids) {
      calls.push(['complete', name, ids]);
    },
  };
  return {
    boss,
    calls,
    tickets,
    called: (method: string) => calls.filter(([name]) => name === method),
  };
}

let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Waits, and records when the wait is over. */
function waitOn(queue: ReturnType<typeof pgBossQueue>, signal = never) {
  const wait = { isOver: false };
  void queue.wait(signal).then(() => {
    wait.isOver = true;
  });
  return wait;
}

describe('announce', () => {
  it('creates the queue once, and sends a ticket for each job, ten at most', async () => {
    const { boss, calls, called } = createBoss();
    const queue = pgBossQueue({ boss, name: 'seo.reports' });
    await queue.announce(1);
    expect(calls).toEqual([
      ['createQueue', 'seo.reports'],
      [
        'send',
        'seo.reports',
        {},
        { retryLimit: 0, retentionSeconds: 600, expireInSeconds: 60, startAfter: 0 },
      ],
    ]);
    await queue.announce(1_000);
    expect(called('send')).toHaveLength(11);
    expect(called('createQueue')).toHaveLength(1);
  });

  it('delays tickets by whole seconds', async () => {
    const { boss, called } = createBoss();
    await pgBossQueue({ boss }).announce(1, 10_001);
    expect(called('send')[0]).toMatchObject(['send', 'sitegrade', {}, { startAfter: 11 }]);
  });

  it('creates the queue again after a deadlock with another process, five times at most', async () => {
    const { boss, called } = createBoss();
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const createQueue = vi
      .spyOn(boss, 'createQueue')
      .mockRejectedValueOnce(deadlock)
      .mockRejectedValueOnce(deadlock);
    await pgBossQueue({ boss }).announce(1);
    expect(createQueue).toHaveBeenCalledTimes(3);
    expect(called('send')).toHaveLength(1);
    createQueue.mockClear().mockRejectedValue(deadlock);
    await expect(pgBossQueue({ boss }).announce(1)).rejects.toBe(deadlock);
    expect(createQueue).toHaveBeenCalledTimes(5);
  });

  it('rejects if pg-boss does, and tries again to create the queue', async () => {
    const { boss, called } = createBoss();
    const createQueue = vi.spyOn(boss, 'createQueue').mockRejectedValueOnce(new Error('away'));
    const queue = pgBossQueue({ boss });
    await expect(queue.announce(1)).rejects.toThrow('away');
    await queue.announce(1);
    expect(createQueue).toHaveBeenCalledTimes(2);
    expect(called('send')).toHaveLength(1);
  });
});

describe('wait', () => {
  it('takes one ticket, completes it, and leaves the others to other workers', async () => {
    const { boss, tickets, called } = createBoss();
    const queue = pgBossQueue({ boss });
    await queue.announce(3);
    await queue.wait(never);
    expect(called('fetch')).toEqual([['fetch', 'sitegrade', { batchSize: 1 }]]);
    expect(called('complete')).toEqual([['complete', 'sitegrade', ['ticket 1']]]);
    expect(tickets).toEqual(['ticket 2', 'ticket 3']);
  });

  it('asks twice a second, and at once for a ticket of the same process', async () => {
    const { boss, tickets, called } = createBoss();
    const queue = pgBossQueue({ boss });
    const wait = waitOn(queue);
    await vi.advanceTimersByTimeAsync(1_400);
    expect(called('fetch')).toHaveLength(3);
    tickets.push('of another process');
    await vi.advanceTimersByTimeAsync(100);
    expect(wait.isOver).toBe(true);
    const next = waitOn(queue);
    await nextRound();
    await queue.announce(1);
    await nextRound();
    expect(next.isOver).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once when its signal aborts, also while pg-boss does not respond', async () => {
    const { boss } = createBoss();
    vi.spyOn(boss, 'fetch').mockReturnValue(new Promise(() => {}));
    const stopping = new AbortController();
    const wait = waitOn(pgBossQueue({ boss }), stopping.signal);
    await nextRound();
    expect(wait.isOver).toBe(false);
    stopping.abort();
    await nextRound();
    expect(wait.isOver).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks for nothing if its signal has aborted', async () => {
    const { boss, calls } = createBoss();
    await pgBossQueue({ boss }).wait(AbortSignal.abort());
    expect(calls).toEqual([]);
  });

  it('sends the ticket again if its signal aborts while it takes one', async () => {
    const { boss, tickets, called } = createBoss();
    let respond = (_: readonly { readonly id: string }[]) => {};
    vi.spyOn(boss, 'fetch').mockReturnValue(
      new Promise((resolve) => {
        respond = resolve;
      }),
    );
    const stopping = new AbortController();
    waitOn(pgBossQueue({ boss }), stopping.signal);
    await nextRound();
    stopping.abort();
    respond([{ id: 'ticket' }]);
    await nextRound();
    expect(called('complete')).toHaveLength(1);
    expect(tickets).toHaveLength(1);
  });

  it('is silent about a failure after its signal has aborted: the host may have stopped pg-boss', async () => {
    const { boss } = createBoss();
    let reject = (_: Error) => {};
    vi.spyOn(boss, 'fetch').mockReturnValue(
      new Promise((_, fail) => {
        reject = fail;
      }),
    );
    const stopping = new AbortController();
    waitOn(pgBossQueue({ boss }), stopping.signal);
    await nextRound();
    stopping.abort();
    reject(new Error('stopped'));
    await nextRound();
    expect(warn).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never rejects, tries again after a second, and reports the first failure', async () => {
    const { boss, tickets } = createBoss();
    const fetch = vi.spyOn(boss, 'fetch').mockRejectedValue(new Error('away'));
    const queue = pgBossQueue({ boss });
    const wait = waitOn(queue);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[1]).toMatchObject({ code: 'SITEGRADE_PG_BOSS_FAILED' });
    fetch.mockRestore();
    tickets.push('ticket');
    await vi.advanceTimersByTimeAsync(1);
    expect(wait.isOver).toBe(true);
  });

  it('wakes the worker even if the ticket cannot be completed', async () => {
    const { boss } = createBoss();
    vi.spyOn(boss, 'complete').mockRejectedValue(new Error('away'));
    const queue = pgBossQueue({ boss });
    await queue.announce(1);
    await queue.wait(never);
    expect(warn).toHaveBeenCalledOnce();
  });
});

it.each([
  [undefined, 'pgBossQueue: options must be an object.'],
  [{}, 'pgBossQueue: boss must be an instance of pg-boss with createQueue, send, fetch, complete.'],
  [{ boss: { send() {} } }, 'pgBossQueue: boss must be an instance of pg-boss'],
  [
    { boss: createBoss().boss, name: 'a b' },
    'pgBossQueue: name must be a name of 1 to 100 letters',
  ],
  [{ boss: createBoss().boss, queue: 'a' }, 'pgBossQueue: queue is not an option.'],
])('refuses the options %j', (options, message) => {
  expect(() => pgBossQueue(options as PgBossQueueOptions)).toThrow(TypeError);
  expect(() => pgBossQueue(options as PgBossQueueOptions)).toThrow(message);
});
