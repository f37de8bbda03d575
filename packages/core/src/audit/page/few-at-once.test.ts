import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

it('lets so many go on at once, in order', async () => {
  const inPlace = fewAtOnce(2);
  const begun: number[] = [];
  let going = 0;
  const works = [0, 1, 2, 3, 4].map((work) =>
    inPlace(async () => {
      begun.push(work);
      expect(++going).toBeLessThanOrEqual(2);
      await setImmediate();
      going--;
      return work;
    }),
  );
  expect(begun).toEqual([0, 1]);
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

it('gives a place back where a work fails', async () => {
  const inPlace = fewAtOnce(1);
  const failing = inPlace(() => Promise.reject(new Error('no')));
  const next = inPlace(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await inPlace(async () => 'last')).toBe('last');
});
