import type { GuessCount } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { type StoreHarness, useStore } from './store-harness.ts';

/** A time in seconds since an arbitrary start. */
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const minute = 60_000;
const counted = { outcome: 'counted' } as const;
const refusedUntil = (seconds: number): GuessCount => {
  return { outcome: 'limit_reached', endsAt: at(seconds) };
};

/** Guesses: counted by key in fixed windows, up to a limit. */
export function describeStoreGuesses(harness: StoreHarness): void {
  describe('guesses', () => {
    const store = useStore(harness);

    const guess = (limits: Readonly<Record<string, number>>, seconds: number, windowMs = minute) =>
      store().guesses.count(
        Object.entries(limits).map(([key, limit]) => ({ key, limit })),
        at(seconds),
        windowMs,
      );

    it('are counted up to the limit until the window of the first one ends', async () => {
      expect(await guess({ a: 2 }, 0)).toEqual(counted);
      expect(await guess({ a: 2 }, 30)).toEqual(counted);
      expect(await guess({ a: 2 }, 59.999, 5 * minute)).toEqual(refusedUntil(60));
      expect(await guess({ a: 3 }, 59.999, 5 * minute)).toEqual(counted);
      expect(await guess({ a: 1 }, 60)).toEqual(counted);
      expect(await guess({ a: 1 }, 61)).toEqual(refusedUntil(120));
      expect(await guess({ a: 1 }, 200)).toEqual(counted);
    });

    it('are not refused for hours because the clock was ahead, but if clocks differ by a little', async () => {
      expect(await guess({ a: 1 }, 7_200)).toEqual(counted);
      expect(await guess({ a: 1 }, 7_150)).toEqual(refusedUntil(7_260));
      expect(await guess({ a: 1 }, 0)).toEqual(counted);
      expect(await guess({ a: 1 }, 1)).toEqual(refusedUntil(60));
    });

    it('are counted against every limit or none', async () => {
      expect(await guess({ all: 3, one: 1 }, 0)).toEqual(counted);
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await guess({ all: 3, one: 1 }, 10)).toEqual(refusedUntil(60));
      }
      expect(await guess({ all: 3, two: 9 }, 20)).toEqual(counted);
      expect(await guess({ all: 3, two: 9 }, 20)).toEqual(counted);
      expect(await guess({ all: 3, two: 9 }, 20)).toEqual(refusedUntil(60));
      expect(await guess({ all: 3, three: 1 }, 20)).toEqual(refusedUntil(60));
      expect(await guess({ three: 1 }, 20)).toEqual(counted);
      // Until all limits that are reached allow it.
      expect(await guess({ all: 3, three: 1 }, 30)).toEqual(refusedUntil(80));
    });

    it('are counted by key, compared exactly', async () => {
      for (const key of ['a', 'A', 'a ', 'ä', `'"%_\\`, 'k'.repeat(200), '\u{1F600}']) {
        expect(await guess({ [key]: 1 }, 0)).toEqual(counted);
        expect(await guess({ [key]: 1 }, 1)).toEqual(refusedUntil(60));
      }
    });

    it('do not exceed a limit if they are concurrent, and waste none', async () => {
      for (const seconds of [0, 60]) {
        const limits = { all: 12, one: 5 };
        const ones = Array.from({ length: 15 }, () => guess(limits, seconds));
        const twos = Array.from({ length: 15 }, () => guess({ all: 12, two: 5 }, seconds));
        const outcomes = await Promise.all([Promise.all(ones), Promise.all(twos)]);
        for (const some of outcomes) {
          expect(some.filter(({ outcome }) => outcome === 'counted')).toHaveLength(5);
        }
        expect(await guess({ all: 12, three: 5 }, seconds)).toEqual(counted);
        expect(await guess({ all: 12, three: 5 }, seconds)).toEqual(counted);
        expect(await guess({ all: 12, three: 5 }, seconds)).toEqual(refusedUntil(seconds + 60));
      }
    });

    it('can be counted while others delete what has ended', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
      for (const key of keys) await guess({ [key]: 1 }, 0);
      const again = [...keys, ...keys.toReversed()].map((key) => guess({ [key]: 1 }, 60));
      const outcomes = await Promise.all(again);
      expect(outcomes.filter(({ outcome }) => outcome === 'counted')).toHaveLength(40);
    });
  });
}
