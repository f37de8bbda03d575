import { describe, expect, it } from 'vitest';
import { retryWhileBusy } from './retry-while-busy.ts';

const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY_SNAPSHOT' });

/** A clock that only sleeping advances. */
function fakeTime(busyTimeoutMs: number) {
  let time = 0;
  const pauses: number[] = [];
  return {
    pauses,
    options: {
      busyTimeoutMs,
      now: () => time,
      sleep: async (ms: number) => {
        pauses.push(ms);
        time += ms;
      },
    },
  };
}

describe('retryWhileBusy', () => {
  it('attempts once without waiting if the database is not busy', async () => {
    let attempts = 0;
    const { pauses, options } = fakeTime(5000);
    const result = retryWhileBusy(() => {
      attempts += 1;
      return 'done';
    }, options);
    expect(attempts).toBe(1);
    expect(await result).toBe('done');
    expect(pauses).toEqual([]);
  });

  it('gives up after the busy timeout, with the last error', async () => {
    const { pauses, options } = fakeTime(5000);
    const failing = retryWhileBusy(() => {
      throw busy;
    }, options);
    await expect(failing).rejects.toBe(busy);
    const waited = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waited).toBeGreaterThanOrEqual(5000);
    expect(waited).toBeLessThan(5050);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(26);
  });

  it('succeeds as soon as it can', async () => {
    const { pauses, options } = fakeTime(5000);
    const result = await retryWhileBusy(() => {
      if (pauses.length < 7) throw busy;
      return 'done';
    }, options);
    expect(result).toBe('done');
  });

  it.each([
    new Error('no such table: x'),
    Object.assign(new Error('full'), { code: 'SQLITE_FULL' }),
  ])('does not retry errors that will occur again: $message', async (error) => {
    const { pauses, options } = fakeTime(5000);
    const failing = retryWhileBusy(() => {
      throw error;
    }, options);
    await expect(failing).rejects.toBe(error);
    expect(pauses).toEqual([]);
  });
});
