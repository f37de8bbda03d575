import { expect, it } from 'vitest';
import { countWaits } from './connection-waits.ts';
import type { HostClient } from './host-pool.ts';

it('counts who waits for a connection, and for how long, also in vain', async () => {
  let now = 0;
  const settle: ((result: HostClient | Error) => void)[] = [];
  const { acquire, waits } = countWaits(
    () =>
      new Promise((resolve, reject) => {
        settle.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      }),
    () => now,
  );
  expect(waits()).toEqual({ waiting: 0, waitedMs: 0 });
  const [first, second] = [acquire(1_000), acquire(1_000)];
  expect(waits()).toEqual({ waiting: 2, waitedMs: 0 });
  now = 30;
  settle[0]?.({} as HostClient);
  await first;
  expect(waits()).toEqual({ waiting: 1, waitedMs: 30 });
  now = 100;
  settle[1]?.(new Error('none'));
  await expect(second).rejects.toThrow('none');
  expect(waits()).toEqual({ waiting: 0, waitedMs: 130 });
});
