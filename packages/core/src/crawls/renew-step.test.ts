import { SitegradeError } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givingBack, leaseLost, startAttempt } from '../background/attempt.ts';
import { createContext } from '../context/create-context.ts';
import type { CrawlStore } from '../store/crawl-store.ts';
import { renewStep, stepLeaseMs } from './renew-step.ts';

const away = new SitegradeError('overloaded', 'The database is away.');
const lease = { crawlId: 1, page: null, token: 'token' };
const second = 1_000;

/** Seconds of the monotonic clock. */
let passed: number;
beforeEach(() => {
  passed = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An attempt at a step that was just claimed, whose lease is renewed. */
function useStep(renew: CrawlStore['renew']) {
  const calls: number[] = [];
  const slot = new AbortController();
  const store = memoryStore();
  const context = createContext({
    store: {
      ...store,
      crawls: {
        ...store.crawls,
        renew: (...given) => {
          calls.push(passed);
          expect(given).toEqual([lease, stepLeaseMs, expect.any(Date)]);
          return renew(...given);
        },
      },
    },
    monotonicMs: () => passed * second,
  });
  const attempt = startAttempt(slot.signal, stepLeaseMs);
  const stop = renewStep(context, lease, attempt);
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 1) {
      passed += 1;
      await vi.advanceTimersByTimeAsync(second);
    }
  };
  return { calls, attempt, slot, stop, pass };
}

describe('the lease of a step', () => {
  it('lasts 30 seconds, and is renewed every ten, for as long as the attempt takes', async () => {
    const { calls, attempt, stop, pass } = useStep(async () => true);
    expect(stepLeaseMs).toBe(30_000);
    await pass(9);
    expect(calls).toEqual([]);
    await pass(20 * 60 - 9);
    expect(calls).toEqual(Array.from({ length: 120 }, (_, index) => (index + 1) * 10));
    expect(attempt.signal.aborted).toBe(false);
    stop();
    attempt.release();
    await pass(60);
    expect(calls).toHaveLength(120);
    expect(attempt.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts the attempt when another worker has it', async () => {
    let isHeld = true;
    const { calls, attempt, pass } = useStep(async () => isHeld);
    await pass(25);
    isHeld = false;
    await pass(4);
    expect(attempt.signal.aborted).toBe(false);
    await pass(1);
    expect(attempt.signal.reason).toBe(leaseLost);
    await pass(60);
    expect(calls).toEqual([10, 20, 30]);
    expect(attempt.signal.reason).toBe(leaseLost);
  });

  it('is asked for again every two seconds while the store fails, until it is nearly over', async () => {
    const { calls, attempt, pass } = useStep(async () => {
      if (passed > 10) throw away;
      return true;
    });
    await pass(34);
    expect(calls).toEqual([10, 20, 22, 24, 26, 28, 30, 32, 34]);
    expect(attempt.signal.aborted).toBe(false);
    // 25 seconds after the last renewal.
    await pass(1);
    expect(attempt.signal.aborted).toBe(true);
    expect(attempt.signal.reason).not.toBe(leaseLost);
    await pass(60);
    expect(calls.at(-1)).toBe(34);
  });

  it('goes on when the store works again', async () => {
    const { calls, attempt, pass } = useStep(async () => {
      if (passed < 20) throw away;
      return true;
    });
    await pass(50);
    expect(calls).toEqual([10, 12, 14, 16, 18, 20, 30, 40, 50]);
    expect(attempt.signal.aborted).toBe(false);
  });

  it('is measured from before its renewal, which may take long', async () => {
    const { calls, attempt, pass } = useStep(async () => {
      // The answer needs 20 seconds.
      if (passed === 10) passed += 20;
      return true;
    });
    await pass(4);
    expect(attempt.signal.aborted).toBe(false);
    await pass(6);
    expect(calls).toEqual([10]);
    await pass(4);
    expect(attempt.signal.aborted).toBe(false);
    await pass(1);
    expect(attempt.signal.aborted).toBe(true);
  });

  it('is not renewed for more than an hour', async () => {
    const { calls, attempt, pass } = useStep(async () => true);
    await pass(60 * 60);
    expect(attempt.signal.aborted).toBe(false);
    await pass(20);
    expect(attempt.signal.aborted).toBe(true);
    expect(calls.at(-1)).toBe(60 * 60 - 10);
  });

  it('is not renewed when the step is given back, or while its end is stored', async () => {
    const { calls, attempt, slot, pass } = useStep(async () => true);
    slot.abort();
    await pass(60);
    expect(calls).toEqual([]);
    expect(attempt.signal.reason).toBe(givingBack);

    let resolveAnswer = (_: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      resolveAnswer = resolve;
    });
    const other = useStep(() => answer);
    await other.pass(10);
    other.stop();
    // The step has ended meanwhile, and with it the lease.
    resolveAnswer(false);
    await other.pass(1);
    expect(other.attempt.signal.aborted).toBe(false);
  });
});
