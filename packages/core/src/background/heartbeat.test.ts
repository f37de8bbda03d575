import { setImmediate as nextRound } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { OperationEvent } from '../events/operation-event.ts';
import type { Store } from '../store/store.ts';
import { beatUntil, startHeartbeat } from './heartbeat.ts';

let store: Store;
let seconds: number;
let events: OperationEvent[];

beforeEach(() => {
  store = memoryStore();
  seconds = 0;
  events = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    now: () => new Date(1_800_000_000_000 + seconds * 1_000),
    monotonicMs: () => seconds * 1_000,
    onOperation: (event) => events.push(event),
    ...options,
  });

/** Lets time pass, by both clocks and all timers. */
const pass = async (time: number) => {
  for (let second = 0; second < time; second += 1) {
    seconds += 1;
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await nextRound();
};

const seenBy = (role: 'server' | 'worker' = 'server') =>
  store.processes.beat({
    // Of processes that start at the same time, it is the last one.
    id: '~observer',
    role,
    settings: {},
    aliveMs: 90_000,
    now: new Date(1_800_000_000_000 + seconds * 1_000),
  });

it('a server is known from its start to its end, with digests of its settings', async () => {
  const context = make({ network: { allowAddresses: ['10.1.2.3'] } });
  const heartbeat = startHeartbeat(context);
  await nextRound();
  const [server] = await seenBy();
  expect(server).toMatchObject({ role: 'server', settings: context.sharedSettings });
  expect(JSON.stringify(server)).not.toContain('10.1.2.3');
  await pass(300);
  expect(await seenBy()).toMatchObject([server, { id: '~observer' }]);
  await heartbeat.stop();
  expect(await seenBy()).toMatchObject([{ id: '~observer' }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('asks the store twice a minute', async () => {
  const beat = vi.spyOn(store.processes, 'beat');
  const heartbeat = startHeartbeat(make());
  await pass(60);
  expect(beat).toHaveBeenCalledTimes(3);
  await heartbeat.stop();
});

it('goes on after failures of the store, which are one outage', async () => {
  const away = new SitegradeError('overloaded', 'The database is away.');
  const beat = vi.spyOn(store.processes, 'beat');
  for (let failure = 0; failure < 4; failure += 1) beat.mockRejectedValueOnce(away);
  const heartbeat = startHeartbeat(make());
  await pass(119);
  expect(events.map(({ type }) => type)).toEqual(['outage.began']);
  await pass(1);
  expect(events.map(({ type }) => type)).toEqual([
    ...['outage.began', 'outage.ended', 'processes.seen'],
  ]);
  await heartbeat.stop();
});

it('does not wait long for a store that does not respond when it stops', async () => {
  vi.spyOn(store.processes, 'end').mockReturnValue(new Promise(() => {}));
  const heartbeat = startHeartbeat(make());
  await nextRound();
  const stopped = heartbeat.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
});

it('reports to a server that there is no worker, until there is one', async () => {
  const context = make();
  const heartbeat = startHeartbeat(context);
  await nextRound();
  await pass(119);
  expect(context.knownWorkers.areMissing()).toBe(false);
  await pass(1);
  expect(context.knownWorkers.areMissing()).toBe(true);
  await seenBy('worker');
  await pass(30);
  expect(context.knownWorkers.areMissing()).toBe(false);
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('workers'))).toEqual([
    ...['workers.missing', 'workers.found'],
  ]);
  await heartbeat.stop();
});

it('the first of the workers with the same setting is the one that started first and is alive', async () => {
  const stopping = [new AbortController(), new AbortController(), new AbortController()];
  const beats: ReturnType<typeof beatUntil>[] = [];
  for (const [index, { signal }] of stopping.entries()) {
    const settings = { retention: index === 2 ? 'other' : 'same' };
    beats.push(beatUntil(signal, make(), { role: 'worker', settings }));
    await pass(1);
  }
  const firsts = () => beats.map(({ isFirst }) => isFirst('retention'));
  await pass(30);
  expect(firsts()).toEqual([true, false, true]);
  stopping[0]?.abort();
  await beats[0]?.ended;
  await pass(30);
  expect(firsts().slice(1)).toEqual([true, true]);
  // What a process does not know from the store is not a reason to be the first.
  vi.spyOn(store.processes, 'beat').mockRejectedValue(new Error('lost'));
  await pass(30);
  expect(firsts().slice(1)).toEqual([false, false]);
  stopping[1]?.abort();
  stopping[2]?.abort();
  await Promise.all(beats.map(({ ended }) => ended));
});
