import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHostSlot, createHostSlots } from '../host-slots.ts';
import { createBusySlot } from './busy-slot.ts';

const never = 2 ** 30;

/** One slot of a host, and what uses it. */
function oneSlot() {
  const slots = createHostSlots(() => 1);
  const busy = (maxMs = never) => {
    const slot = createBusySlot({
      slot: createHostSlot(slots, (waiting) => waiting),
      host: 'p.test',
      maxMs,
      onChange: () => {},
    });
    onTestFinished(slot.end);
    return slot;
  };
  return { busy };
}

describe('the slot of a connection', () => {
  it('is left when the host has responded, and taken again for the next bytes', async () => {
    const { busy } = oneSlot();
    const [first, second] = [busy(), busy()];
    await first.take();
    expect(first.take()).toBeUndefined();
    first.received();
    await second.take();
    second.end();
    const again = first.take();
    expect(again).toBeDefined();
    await again;
  });

  it('is held until the host has responded, however long others wait', async () => {
    const { busy } = oneSlot();
    const [first, second] = [busy(), busy()];
    await first.take();
    first.received();
    first.take();
    let isTaken = false;
    const waiting = second.take()?.then(() => {
      isTaken = true;
    });
    await setTimeout(600);
    expect(isTaken).toBe(false);
    first.received();
    await waiting;
  });

  it('is left after a time even if bytes arrive all the time', async () => {
    const { busy } = oneSlot();
    const [first, second] = [busy(300), busy()];
    await first.take();
    const arriving = setInterval(first.received, 20);
    await second.take();
    clearInterval(arriving);
  });

  it('is given to the next if its connection ended just when its turn came', async () => {
    const { busy } = oneSlot();
    const [first, second, third] = [busy(), busy(), busy()];
    await first.take();
    void second.take();
    first.end();
    second.end();
    await third.take();
  });

  it('is left once', async () => {
    const { busy } = oneSlot();
    const [first, second, third] = [busy(), busy(), busy()];
    await first.take();
    first.end();
    await second.take();
    first.end();
    first.received();
    let isTaken = false;
    void third.take()?.then(() => {
      isTaken = true;
    });
    await setTimeout(50);
    expect(isTaken).toBe(false);
  });
});
