import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedQueue } from './embedded-queue.ts';

const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Waits, and records when the wait is over. */
function waitOn(queue: ReturnType<typeof embeddedQueue>, signal = never, emptyPolls?: number) {
  const wait = { isOver: false };
  void queue.wait(signal, emptyPolls).then(() => {
    wait.isOver = true;
  });
  return wait;
}

it('wakes as many waiting workers as there are tickets, at once', async () => {
  const queue = embeddedQueue();
  const waits = [waitOn(queue), waitOn(queue), waitOn(queue)];
  await queue.announce(2);
  await nextRound();
  expect(waits.map(({ isOver }) => isOver)).toEqual([true, true, false]);
  await queue.announce(5);
  await nextRound();
  expect(waits.map(({ isOver }) => isOver)).toEqual([true, true, true]);
});

it('keeps one ticket that no worker waited for, however many there were', async () => {
  const queue = embeddedQueue();
  await queue.announce(1_000);
  await queue.announce(1);
  const waits = [waitOn(queue), waitOn(queue)];
  await nextRound();
  expect(waits.map(({ isOver }) => isOver)).toEqual([true, false]);
});

it('keeps a ticket that is left when no job or a later one is announced', async () => {
  const queue = embeddedQueue();
  await queue.announce(1);
  await queue.announce(0);
  await queue.announce(1, 500);
  const wait = waitOn(queue);
  await nextRound();
  expect(wait.isOver).toBe(true);
});

it.each([
  [undefined, 1_000],
  [0, 1_000],
  [1, 2_000],
  [2, 4_000],
  [3, 5_000],
  [1_000, 5_000],
])('ends a wait for a look at the store: after %s looks in %d ms', async (emptyPolls, ms) => {
  const queue = embeddedQueue();
  const wait = waitOn(queue, never, emptyPolls);
  // Workers know from the store what is due later.
  await queue.announce(1, 500);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(wait.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(wait.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends a wait that is aborted, without a timer or a ticket left', async () => {
  const queue = embeddedQueue();
  const stopping = new AbortController();
  const wait = waitOn(queue, stopping.signal);
  stopping.abort();
  await nextRound();
  expect(wait.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  await queue.announce(1);
  await queue.wait(stopping.signal);
  const next = waitOn(queue);
  await nextRound();
  expect(next.isOver).toBe(true);
});
