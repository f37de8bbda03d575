import { expect, it } from 'vitest';
import { openCpuAccount } from './cpu-account.ts';
import { takeSlices } from './time-slices.ts';

it('calls onSpent once when the limit is reached', () => {
  let spent = 0;
  const cpu = openCpuAccount({
    limitMs: 10,
    onSpent: () => {
      spent += 1;
    },
  });
  cpu.charge(6);
  expect(spent).toBe(0);
  cpu.charge(4);
  expect(spent).toBe(1);
  cpu.charge(4);
  expect(spent).toBe(1);
});

it('aborts sliced work at the next slice after the limit', async () => {
  const ending = new AbortController();
  let slices = 0;
  const cpu = openCpuAccount({
    limitMs: 100,
    signal: ending.signal,
    onSpent: () => ending.abort(new Error('spent')),
    measure: () => () => 30,
  });
  const work = async () => {
    const timeSlices = takeSlices(0, cpu);
    for (;;) {
      await timeSlices.next();
      slices += 1;
    }
  };
  await expect(work()).rejects.toThrow('spent');
  expect(slices).toBe(4);
});

it('measures work without waiting time', () => {
  const { measure } = openCpuAccount();
  const startedAt = performance.now();
  const worked = measure();
  let sum = 0;
  for (let round = 0; round < 5_000_000; round++) sum += Math.sqrt(round);
  expect(sum).toBeGreaterThan(0);
  const ms = worked();
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(performance.now() - startedAt);
});
