import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { stopTime } from '../fixtures/fake-time.ts';
import { readPage } from '../page/read-page.ts';
import { openCpuAccount } from './cpu-account.ts';
import { runInSlices, takeSlices } from './time-slices.ts';

/** Each slice uses up the turn of its analysis. */
const wholeTurn = { measure: () => () => 50 };

/** Runs tasks of two slices each, and returns their order. The first letter is the owner. */
async function readersOf(names: readonly string[]): Promise<string[]> {
  const served: string[] = [];
  const analyses = new Map(
    names.map((name) => [name, openCpuAccount({ ...wholeTurn, ownerId: name[0] ?? '' })] as const),
  );
  await Promise.all(
    names.map(async (name) => {
      const slices = takeSlices(2, analyses.get(name) ?? openCpuAccount());
      await slices.next();
      served.push(name);
      await slices.next();
      served.push(name);
    }),
  );
  return served;
}

it('runs one slice per round of the event loop', async () => {
  const served: number[] = [];
  const readers = [1, 2, 3].map(async (reader) => {
    const slices = takeSlices(2, openCpuAccount(wholeTurn));
    await slices.next();
    served.push(reader);
    await slices.next();
    served.push(reader);
  });
  const rounds: number[] = [];
  for (let round = 0; round < 8 && served.length < 6; round++) {
    await setImmediate();
    rounds.push(served.length);
  }
  await Promise.all(readers);
  expect(served).toEqual([1, 2, 3, 1, 2, 3]);
  for (const [round, count] of rounds.entries()) {
    expect(count - (rounds[round - 1] ?? 0)).toBeLessThanOrEqual(1);
  }
});

it('serves owners round-robin, independent of their number of analyses', async () => {
  expect(await readersOf(['a1', 'a2', 'a3', 'b1', 'c1'])).toEqual([
    ...['a1', 'b1', 'c1', 'a2', 'b1', 'c1', 'a3', 'a1', 'a2', 'a3'],
  ]);
});

it('serves the analyses of an owner round-robin, independent of their number of tasks', async () => {
  const served: string[] = [];
  const [first, second] = [openCpuAccount(wholeTurn), openCpuAccount(wholeTurn)];
  const take = async (name: string, cpu: typeof first) => {
    await takeSlices(2, cpu).next();
    served.push(name);
  };
  await Promise.all([take('1a', first), take('1b', first), take('1c', first), take('2', second)]);
  expect(served).toEqual(['1a', '2', '1b', '1c']);
});

it('does the analyses of an owner one after the other, but none of them for long', async () => {
  const served: string[] = [];
  const read = async (name: string, turns: number) => {
    // A tenth of a turn in each slice.
    const slices = takeSlices(2, openCpuAccount({ measure: () => () => 5 }));
    for (let slice = 0; slice < 10 * turns; slice++) {
      await slices.next();
      served.push(name);
    }
  };
  await Promise.all([read('short', 0.5), read('long', 2), read('other', 1)]);
  const order = ['short', 'long', 'other', 'long'].flatMap((name) =>
    Array<string>(name === 'short' ? 5 : 10).fill(name),
  );
  expect(served).toEqual(order);
});

it('ends a slice when its time is used up, and starts the next one', async () => {
  const pass = stopTime();
  const slices = takeSlices(50, openCpuAccount());
  expect(slices.isOver()).toBe(true);
  await slices.next();
  expect(slices.isOver()).toBe(false);
  pass(49);
  expect(slices.isOver()).toBe(false);
  pass(1);
  expect(slices.isOver()).toBe(true);
  await slices.next();
  expect(slices.isOver()).toBe(false);
});

it('ends a slice at an await, and does not charge waiting time', async () => {
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
  const slices = takeSlices(1_000_000, cpu);
  clock += 1;
  await slices.next();
  clock += 20;
  await Promise.resolve();
  clock += 300;
  expect(slices.isOver()).toBe(false);
  await setImmediate();
  clock += 4_000;
  expect(slices.isOver()).toBe(true);
  await slices.next();
  clock += 50_000;
  await setImmediate();
  expect(charged).toEqual([320, 50_000]);
});

it('ends a slice after the step in which its time is used up', async () => {
  const rounds: number[] = [];
  let round = 0;
  function* steps(): Generator<void, string> {
    for (let step = 0; step < 3; step++) {
      rounds.push(round);
      yield;
    }
    return 'done';
  }
  const [always, never] = [takeSlices(0, openCpuAccount()), takeSlices(1e9, openCpuAccount())];
  const counting = (async () => {
    for (; round < 20; round++) await setImmediate();
  })();
  expect(await runInSlices(steps(), always)).toBe('done');
  expect(new Set(rounds).size).toBe(3);
  rounds.length = 0;
  expect(await runInSlices(steps(), never)).toBe('done');
  expect(new Set(rounds).size).toBe(1);
  await counting;
});

it('reads a page in slices, with other work between them', async () => {
  const page = Buffer.from(
    '<!doctype html><title>t</title>'.concat('<p class="a">text</p>'.repeat(50_000)),
  );
  let others = 0;
  let reading = true;
  const read = readPage(page, 'text/html; charset=utf-8', { sliceMs: 0 }).finally(() => {
    reading = false;
  });
  for (; reading; others++) await setImmediate();
  expect((await read).bytes).toBe(page.length);
  // Each step is a slice. Without slices, there would be two or three rounds.
  expect(others).toBeGreaterThan(8);
});
