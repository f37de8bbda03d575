import { SitegradeError } from '@sitegrade/core';
import { expect, it } from 'vitest';
import { sqliteQueryBuilder } from './dialects/sqlite.ts';
import { watchWrites } from './watch-writes.ts';
import { type Runner, runWork, type Work } from './work.ts';

const full = new Error('full');
const lost = new Error('lost');

/** A database whose state a test decides, with a clock that only moves when it is changed. */
function watched() {
  const state = {
    now: 0,
    error: undefined as Error | undefined,
    maxBytes: Number.POSITIVE_INFINITY,
  };
  const statements: string[] = [];
  const run = async <Result>(begin: () => Work<Result>): Promise<Result> => {
    if (state.error) throw state.error;
    return runWork(begin(), ({ sql, parameters }) => {
      const bytes = parameters.map((value) => (value instanceof Uint8Array ? value.length : 0));
      if (Math.max(0, ...bytes) > state.maxBytes) throw full;
      statements.push(sql);
      return [];
    });
  };
  const runner: Runner = {
    read: run,
    write: run,
    writeUnsynced: run,
    readStatement: run,
    writeStatement: run,
  };
  const options = { isRefusal: (cause: unknown) => cause === full, monotonicMs: () => state.now };
  return { state, statements, ...watchWrites(sqliteQueryBuilder(), runner, options) };
}

function* insertRow(): Work<void> {
  yield { sql: 'insert a row', parameters: [] };
}

const refused = { code: 'overloaded', reason: 'read_only', retryAfterSeconds: 30, cause: full };

it('costs nothing while writes succeed, or fail for another reason', async () => {
  const { state, statements, runner, isWritable } = watched();
  await runner.write(insertRow);
  expect(await isWritable()).toBe(true);
  state.error = lost;
  await expect(runner.write(insertRow)).rejects.toBe(lost);
  const busy = new SitegradeError('overloaded', 'busy', { cause: lost });
  state.error = busy;
  await expect(runner.write(insertRow)).rejects.toBe(busy);
  state.now = 60_000;
  expect(await isWritable()).toBe(true);
  expect(statements).toEqual(['insert a row']);
});

it('counts the writes that fail because the database is busy or read-only, and no others', async () => {
  const { state, runner, refusedWrites } = watched();
  const busy = new SitegradeError('overloaded', 'busy', { cause: lost });
  for (const error of [lost, full, busy, busy]) {
    state.error = error;
    await expect(runner.write(insertRow)).rejects.toThrow();
    await expect(runner.read(insertRow)).rejects.toThrow();
  }
  expect(refusedWrites()).toEqual({ busy: 2, readOnly: 1 });
});

it.each(['write', 'writeUnsynced', 'writeStatement'] as const)(
  'notices a %s that is refused, also behind the error of a store',
  async (name) => {
    for (const error of [full, new SitegradeError('overloaded', 'text', { cause: full })]) {
      const { state, runner, isWritable } = watched();
      state.error = error;
      await expect(runner[name](insertRow)).rejects.toMatchObject(refused);
      expect(await isWritable()).toBe(false);
    }
  },
);

it('does not conclude anything from a read', async () => {
  const { state, runner, isWritable } = watched();
  state.error = full;
  for (const name of ['read', 'readStatement'] as const) {
    await expect(runner[name](insertRow)).rejects.toBe(full);
  }
  expect(await isWritable()).toBe(true);
});

it('ends with a trial that is stored and deleted, at most every five seconds', async () => {
  const { state, statements, runner, isWritable } = watched();
  state.error = full;
  await expect(runner.write(insertRow)).rejects.toMatchObject(refused);
  state.error = undefined;
  state.now = 4_999;
  expect(await isWritable()).toBe(false);
  expect(statements).toEqual([]);
  state.now = 5_000;
  expect(await Promise.all([isWritable(), isWritable()])).toEqual([true, true]);
  expect(statements.map((sql) => sql.split(' ', 1)[0])).toEqual(['insert', 'delete']);
  expect(await isWritable()).toBe(true);
  expect(statements).toHaveLength(2);
});

it('waits again after a trial that failed, regardless of the reason', async () => {
  const { state, runner, isWritable } = watched();
  state.error = full;
  await expect(runner.write(insertRow)).rejects.toMatchObject(refused);
  for (const error of [full, lost]) {
    state.error = error;
    state.now += 5_000;
    expect(await isWritable()).toBe(false);
    state.error = undefined;
    expect(await isWritable()).toBe(false);
  }
  state.now += 5_000;
  expect(await isWritable()).toBe(true);
});

it('does not end with a short row for which there is still room', async () => {
  const { state, runner, isWritable } = watched();
  state.error = full;
  await expect(runner.write(insertRow)).rejects.toMatchObject(refused);
  state.error = undefined;
  state.maxBytes = 10_000;
  await runner.write(insertRow);
  state.now = 5_000;
  expect(await isWritable()).toBe(false);
});
