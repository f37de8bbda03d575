import { expect, it } from 'vitest';
import { createJobWaits } from './job-waits.ts';

const enterAs = (waits: ReturnType<typeof createJobWaits>, ownerId: string, count: number) =>
  Array.from({ length: count }, () => waits.enter(ownerId));
const refusedOf = (entered: readonly unknown[]) =>
  entered.filter((leave) => leave === undefined).length;

it('lets five requests of an owner wait, in addition to those of others', () => {
  const waits = createJobWaits();
  const entered = enterAs(waits, 'ann', 5);
  expect(refusedOf(entered)).toBe(0);
  expect(waits.enter('ann')).toBeUndefined();
  expect(waits.enter('bob')).toBeDefined();
  entered[2]?.();
  expect(refusedOf(enterAs(waits, 'ann', 2))).toBe(1);
});

it('lets fifty requests wait in all', () => {
  const waits = createJobWaits();
  const entered = Array.from({ length: 10 }, (_, owner) => enterAs(waits, `owner ${owner}`, 5));
  expect(refusedOf(entered.flat())).toBe(0);
  expect(waits.enter('ann')).toBeUndefined();
  entered[0]?.[0]?.();
  expect(refusedOf(enterAs(waits, 'ann', 2))).toBe(1);
});

it('counts a request that leaves twice once', () => {
  const waits = createJobWaits();
  const [first] = enterAs(waits, 'ann', 5);
  first?.();
  first?.();
  expect(refusedOf(enterAs(waits, 'ann', 2))).toBe(1);
});
