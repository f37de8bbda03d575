import { describe, expect, it } from 'vitest';
import { type StoreHarness, useStore } from './store-harness.ts';

/** A time in seconds since an arbitrary start. */
const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const minute = 60_000;

/** Guesses: counted by key in fixed windows. */
export function describeStoreGuesses(harness: StoreHarness): void {
  describe('guesses', () => {
    const store = useStore(harness);

    const guess = (key: string, seconds: number, windowMs = minute) =>
      store().guesses.count(key, at(seconds), windowMs);

    it('are counted until the window of the first one ends', async () => {
      expect(await guess('a', 0)).toEqual({ count: 1, endsAt: at(60) });
      expect(await guess('a', 30)).toEqual({ count: 2, endsAt: at(60) });
      expect(await guess('a', 59.999, 5 * minute)).toEqual({ count: 3, endsAt: at(60) });
      expect(await guess('a', 60)).toEqual({ count: 1, endsAt: at(120) });
      expect(await guess('a', 200)).toEqual({ count: 1, endsAt: at(260) });
    });

    it('are counted by key, compared exactly', async () => {
      for (const key of ['a', 'A', 'a ', 'ä', `'"%_\\`, 'k'.repeat(200), '\u{1F600}']) {
        expect(await guess(key, 0)).toMatchObject({ count: 1 });
        expect(await guess(key, 1)).toMatchObject({ count: 2 });
      }
    });

    it('get different counts if they are concurrent', async () => {
      for (const seconds of [0, 60]) {
        const counts = await Promise.all(Array.from({ length: 30 }, () => guess('a', seconds)));
        expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
          Array.from({ length: 30 }, (_, place) => place + 1),
        );
      }
    });

    it('can be counted while others delete what has ended', async () => {
      const keys = Array.from({ length: 40 }, (_, place) => `key-${place}`);
      for (const key of keys) await guess(key, 0);
      const counts = await Promise.all(
        [...keys, ...keys.toReversed()].map((key) => guess(key, 60)),
      );
      // A key that is deleted and counted at the same time still counts both guesses.
      expect(counts.filter(({ count }) => count === 1)).toHaveLength(40);
      expect(counts.filter(({ count }) => count === 2)).toHaveLength(40);
    });
  });
}
