import { expect, it } from 'vitest';
import { excessIn } from './memory-watch.ts';

const MiB = 1024 * 1024;
const process = (type: string | null, size: number, pid = 1) => ({ pid, type, bytes: size * MiB });

it('ends the process of a page that is too large', () => {
  expect(excessIn([process(null, 200), process('renderer', 700)], 2)).toBeNull();
  expect(excessIn([process('renderer', 100), process('renderer', 800, 2)], 2)).toMatchObject({
    pid: 2,
  });
});

it('ends the largest page when all together are too large, else the browser', () => {
  const pages = [500, 600, 550].map((size, pid) => process('renderer', size, pid));
  expect(excessIn([process(null, 200), ...pages], 1)).toMatchObject({ pid: 1 });
  expect(excessIn([process(null, 200), ...pages], 20)).toBeNull();
  expect(excessIn([process(null, 1_400), process('renderer', 10)], 1)).toBe('browser');
  expect(excessIn([], 1)).toBeNull();
});
