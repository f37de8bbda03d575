import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createContext } from '../../context/create-context.ts';
import { createWebhook } from '../webhooks/webhooks.ts';
import { processNextEvent } from './process-events.ts';

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A report whose event is being processed until `go` is called. */
async function startProcessing() {
  const started = Date.parse('2027-01-01T12:00Z');
  let passedMs = 0;
  const store = memoryStore();
  let go = () => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { find } = store.reports;
  const context = createContext({
    store: {
      ...store,
      reports: {
        ...store.reports,
        find: async (...given) => {
          await going;
          return find(...given);
        },
      },
    },
    now: () => new Date(started + passedMs),
    monotonicMs: () => passedMs,
  });
  await createWebhook(context, 'ann', {
    url: 'https://hooks.example.com/',
    events: ['report.created'],
  });
  await store.reports.create(newReport({ ownerId: 'ann', createdAt: context.now() }));
  const renewals = vi.spyOn(context.store.deliveries, 'renewEvent');
  const processing = processNextEvent(context);
  const pass = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 1) {
      passedMs += minuteMs;
      await vi.advanceTimersByTimeAsync(minuteMs);
    }
  };
  /** What another worker gets. */
  const other = () =>
    store.deliveries.claimEvent({ token: 'other', leaseMs: 0, now: context.now() });
  return { context, store, renewals, processing, go, pass, other };
}

it('keeps other workers from what takes longer than its lease, which is made once', async () => {
  const { store, renewals, processing, go, pass, other } = await startProcessing();
  await pass(31);
  expect(renewals).toHaveBeenCalledTimes(10);
  expect(await other()).toBeUndefined();
  go();
  await processing;
  expect(await store.deliveries.countWaiting()).toBe(1);
  await pass(10);
  expect(renewals).toHaveBeenCalledTimes(10);
});

it('goes on after a renewal that has failed', async () => {
  const { renewals, processing, go, pass, other } = await startProcessing();
  renewals.mockRejectedValueOnce(new Error('The database is away.'));
  await pass(12);
  expect(await other()).toBeUndefined();
  go();
  await processing;
});

it('leaves what hangs for an hour to others', async () => {
  const { store, renewals, processing, go, pass, other } = await startProcessing();
  await pass(59);
  expect(await other()).toBeUndefined();
  await pass(9);
  expect(await other()).toMatchObject({ attempts: 2 });
  const { length } = renewals.mock.calls;
  await pass(30);
  expect(renewals.mock.calls).toHaveLength(length);
  go();
  await processing;
  expect(await store.deliveries.countWaiting()).toBe(0);
});
