import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

/** An occupant that ends when it has to. */
function occupant() {
  const ending = new AbortController();
  const over = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(new Error('ended')));
  });
  over.catch(() => {});
  return {
    signal: ending.signal,
    race: <Result>(work: Promise<Result>) => Promise.race([over, work]),
    end: () => ending.abort(),
  };
}

it('nothing is ended while there are places', async () => {
  const places = createPlaces(2);
  const [first, second] = [occupant(), occupant()];
  await places.take(first);
  places.setBusy(first, false);
  await places.take(second);
  places.setBusy(second, false);
  expect([first, second].map(({ signal }) => signal.aborted)).toEqual([false, false]);
});

it('who waits gets the place of the one that was idle first, or becomes idle', async () => {
  const places = createPlaces(2);
  const [first, second, third, fourth] = [occupant(), occupant(), occupant(), occupant()];
  await places.take(first);
  await places.take(second);
  places.setBusy(first, false);
  places.setBusy(second, false);
  places.setBusy(first, true);
  await places.take(third);
  expect([first, second].map(({ signal }) => signal.aborted)).toEqual([false, true]);
  const taken = places.take(fourth);
  places.setBusy(third, false);
  await taken;
  expect([first, third].map(({ signal }) => signal.aborted)).toEqual([false, true]);
});

it('who ends while it waits takes no place', async () => {
  const places = createPlaces(1);
  const [first, second, third] = [occupant(), occupant(), occupant()];
  await places.take(first);
  const waiting = places.take(second);
  second.end();
  await expect(waiting).rejects.toThrow('ended');
  const next = places.take(third);
  first.end();
  await next;
});

it('who has ended leaves its place, and is not idle', async () => {
  const places = createPlaces(1);
  const [first, second, third] = [occupant(), occupant(), occupant()];
  first.end();
  await places.take(first);
  places.setBusy(first, false);
  await places.take(second);
  const taken = places.take(third);
  places.setBusy(second, false);
  await taken;
  expect(third.signal.aborted).toBe(false);
});
