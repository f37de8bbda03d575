import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCpuAccount } from '../cpu-account.ts';
import { readPage } from './read-page.ts';
import { takeTurns } from './turns.ts';

/** Readers that take two slices each; of the same owner where their names begin alike. */
async function readersOf(names: readonly string[]): Promise<string[]> {
  const went: string[] = [];
  const analyses = new Map(
    names.map((name) => [name, openCpuAccount({ ownerId: name[0] ?? '' })] as const),
  );
  await Promise.all(
    names.map(async (name) => {
      const turns = takeTurns(2, analyses.get(name) ?? openCpuAccount());
      await turns.next();
      went.push(name);
      await turns.next();
      went.push(name);
    }),
  );
  return went;
}

it('one reader has its slice per round of the event loop', async () => {
  const went: number[] = [];
  const readers = [1, 2, 3].map(async (reader) => {
    const turns = takeTurns(2, openCpuAccount());
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

it('slices go to owners in turn, however many analyses each has', async () => {
  expect(await readersOf(['a1', 'a2', 'a3', 'b1', 'c1'])).toEqual([
    ...['a1', 'b1', 'c1', 'a2', 'b1', 'c1', 'a3', 'a1', 'a2', 'a3'],
  ]);
});

it('slices of an owner go to the analyses in turn, however many readers each has', async () => {
  const went: string[] = [];
  const [first, second] = [openCpuAccount(), openCpuAccount()];
  const take = async (name: string, cpu: typeof first) => {
    await takeTurns(2, cpu).next();
    went.push(name);
  };
  await Promise.all([take('1a', first), take('1b', first), take('1c', first), take('2', second)]);
  expect(went).toEqual(['1a', '2', '1b', '1c']);
});

it('a slice is over when its time is, and the next one begins again', async () => {
  const turns = takeTurns(50, openCpuAccount());
  expect(turns.isOver()).toBe(true);
  await turns.next();
  expect(turns.isOver()).toBe(false);
  const until = performance.now() + 50;
  while (performance.now() < until);
  expect(turns.isOver()).toBe(true);
  await turns.next();
  expect(turns.isOver()).toBe(false);
});

it('a slice is over with a wait, which is no work', async () => {
  let clock = 0;
  const charged: number[] = [];
  const measure = () => {
    const start = clock;
    return () => clock - start;
  };
  const cpu = {
    ...openCpuAccount({ measure }),
    charge: (ms: number) => {
      charged.push(ms);
    },
  };
  const turns = takeTurns(1_000_000, cpu);
  clock += 1;
  await turns.next();
  clock += 20;
  await Promise.resolve();
  clock += 300;
  expect(turns.isOver()).toBe(false);
  await setImmediate();
  clock += 4_000;
  expect(turns.isOver()).toBe(true);
  await turns.next();
  clock += 50_000;
  await setImmediate();
  expect(charged).toEqual([320, 50_000]);
});

it('a page is read in slices, and others get theirs', async () => {
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
  // A megabyte takes tens of milliseconds: without slices there were two or three.
  expect(others).toBeGreaterThan(8);
});
