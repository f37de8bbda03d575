import { expect, it } from 'vitest';
import { pageSlots } from './page-slots.ts';

it('gives slots in order, and skips those who no longer wait', async () => {
  const slots = pageSlots(1);
  const order: string[] = [];
  const first = await slots.take().taken;
  const second = slots.take();
  const third = slots.take();
  second.taken.then(() => order.push('second'));
  third.taken.then(() => order.push('third'));
  second.cancel();
  second.cancel();
  expect(order).toEqual([]);
  first();
  first();
  await third.taken;
  expect(order).toEqual(['third']);
  const fourth = slots.take();
  fourth.taken.then(() => order.push('fourth'));
  await Promise.resolve();
  expect(order).toEqual(['third']);
  (await third.taken)();
  await fourth.taken;
});
