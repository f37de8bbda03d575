import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Queue } from '../context/queue.ts';
import { createTickets } from '../context/tickets.ts';
import { waitForWork } from './wait-for-work.ts';

const never = new AbortController().signal;
const now = () => new Date(1_800_000_000_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Waits with these answers of the store, the last of which it repeats, on a queue that never looks by itself. */
function waitWith(answers: readonly (number | undefined)[], emptyPolls = 0, signal = never) {
  const tickets = createTickets();
  const asked: Date[] = [];
  const waits: (number | undefined)[] = [];
  const queue: Queue = {
    announce: async (count) => tickets.add(count),
    wait: (waiting, looked) => {
      waits.push(looked);
      return tickets.wait(waiting);
    },
  };
  const nextDueMs = async (at: Date) => {
    asked.push(at);
    return answers[Math.min(asked.length, answers.length) - 1];
  };
  const wait: { emptyPolls?: number } = {};
  const context = { store: { nextDueMs }, queue, now } as Parameters<typeof waitForWork>[0];
  const ended = waitForWork(context, signal, emptyPolls).then((polls) => {
    wait.emptyPolls = polls;
  });
  return { wait, ended, asked, waits, queue };
}

it('asks the store once for each look, until something is due', async () => {
  const { wait, ended, asked, waits, queue } = waitWith([undefined, undefined, 60_000, 0]);
  for (let look = 1; look <= 3; look += 1) {
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(look);
    await queue.announce(1);
  }
  await ended;
  expect(wait.emptyPolls).toBe(3);
  expect(asked).toEqual([now(), now(), now(), now()]);
  expect(waits).toEqual([0, 1, 2]);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends when the time has come that the store said', async () => {
  const { wait, asked } = waitWith([700, 0]);
  await vi.advanceTimersByTimeAsync(699);
  expect([wait.emptyPolls, asked.length]).toEqual([undefined, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect([wait.emptyPolls, asked.length]).toEqual([1, 2]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([[undefined], [3 * 60_000], [2 ** 40]])(
  'asks again after a minute if the store reports %s',
  async (dueMs) => {
    const { wait, asked } = waitWith([dueMs, 0]);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(wait.emptyPolls).toBe(1);
  },
);

it.each([
  [0, 1_000],
  [1, 2_000],
  [2, 4_000],
  [3, 5_000],
  [1_000, 5_000],
])(
  'waits before it claims again what could not be claimed: after %d empty polls for %d ms',
  async (emptyPolls, ms) => {
    const { wait } = waitWith([0], emptyPolls);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(wait.emptyPolls).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(wait.emptyPolls).toBe(emptyPolls + 1);
  },
);

it('ends when its signal aborts, without another look', async () => {
  const stopping = new AbortController();
  const { wait, ended, asked } = waitWith([undefined], 0, stopping.signal);
  await vi.advanceTimersByTimeAsync(0);
  stopping.abort();
  await ended;
  expect([wait.emptyPolls, asked.length]).toEqual([0, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
