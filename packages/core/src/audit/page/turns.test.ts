import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readPage } from './read-page.ts';
import { takeTurns } from './turns.ts';

it('one reader has its turn per round of the event loop, in order', async () => {
  const went: number[] = [];
  const readers = [1, 2, 3].map(async (reader) => {
    const turns = takeTurns(2);
    await turns.next();
    went.push(reader);
    await turns.next();
    went.push(reader);
  });
  const rounds: number[] = [];
  for (let round = 0; round < 8 && went.length < 6; round++) {
    await setImmediate();
    rounds.push(went.length);
  }
  await Promise.all(readers);
  expect(went).toEqual([1, 2, 3, 1, 2, 3]);
  for (const [round, count] of rounds.entries()) {
    expect(count - (rounds[round - 1] ?? 0)).toBeLessThanOrEqual(1);
  }
});

it('a turn is over when its time is, and the next one begins anew', async () => {
  const turns = takeTurns(50);
  await turns.next();
  expect(turns.isOver()).toBe(false);
  const until = performance.now() + 50;
  while (performance.now() < until);
  expect(turns.isOver()).toBe(true);
  await turns.next();
  expect(turns.isOver()).toBe(false);
});

it('a page is read in turns, and others get theirs', async () => {
  const page = Buffer.from(
    '<!doctype html><title>t</title>'.concat('<p class="a">text</p>'.repeat(50_000)),
  );
  let others = 0;
  let reading = true;
  const read = readPage(page, 'text/html; charset=utf-8', { sliceMs: 1 }).finally(() => {
    reading = false;
  });
  for (; reading; others++) await setImmediate();
  expect((await read).bytes).toBe(page.length);
  // A megabyte takes tens of milliseconds: without turns there were two or three.
  expect(others).toBeGreaterThan(8);
});
