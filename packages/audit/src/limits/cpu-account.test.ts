import { expect, it, onTestFinished, vi } from 'vitest';
import { stopTime } from '../fixtures/fake-time.ts';
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

it.each([
  ['the CPU time of the process', 4_000, 10, 4],
  ['at most the elapsed time, because other threads may have run', 40_000, 10, 10],
])('measures %s', (_what, cpuMicroseconds, elapsedMs, expected) => {
  const pass = stopTime();
  const usage = { user: cpuMicroseconds / 4, system: (3 * cpuMicroseconds) / 4 };
  const spy = vi.spyOn(process, 'cpuUsage');
  onTestFinished(() => spy.mockRestore());
  spy.mockReturnValueOnce({ user: 7_000, system: 7_000 }).mockReturnValueOnce(usage);
  const worked = openCpuAccount().measure();
  pass(elapsedMs);
  expect(worked()).toBe(expected);
  expect(spy).toHaveBeenLastCalledWith({ user: 7_000, system: 7_000 });
});
