import type { Work } from '@sitegrade/store-kysely';
import { describe, expect, it } from 'vitest';
import { ConnectionTimeout } from './database-errors.ts';
import type { HostClient } from './host-pool.ts';
import { runStatements } from './run-statement.ts';
import { runTransactions } from './run-transaction.ts';

type Result = Error | readonly unknown[];

/** A database with given results, and a clock that only sleeping advances. */
function fakeDatabase(resultOf: (text: string, statements: number) => Result) {
  const statements: string[] = [];
  const names: (string | undefined)[] = [];
  const released: boolean[] = [];
  const pauses: number[] = [];
  let time = 0;
  const client: HostClient = {
    async query({ text, name }) {
      names.push(name);
      statements.push(text.split(/[ ;]/)[0] ?? '');
      const rows = resultOf(text, statements.length);
      if (rows instanceof Error) throw rows;
      return { rows: [...rows] };
    },
    release: (destroy = false) => released.push(destroy),
    on() {},
  };
  const run = runTransactions({
    acquire: async () => {
      const refused = resultOf('connect', statements.length);
      if (refused instanceof Error) throw refused;
      return client;
    },
    runStatement: runStatements(true),
    readAlone: (connected, { sql }) => connected.query({ text: sql }).then(({ rows }) => rows),
    now: () => time,
    sleep: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
  });
  return { run, statements, names, released, pauses };
}

function* work(): Work<string> {
  yield { sql: 'one', parameters: [] };
  yield { sql: 'two', parameters: [] };
  return 'done';
}

function* lone(): Work<string> {
  yield { sql: 'lone', parameters: [], isMostlyAlone: true };
  return 'done';
}

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });

describe('a transaction', () => {
  it('begins, commits and releases its connection', async () => {
    const { run, statements, released } = fakeDatabase(() => []);
    expect(await run('write', work, 5000)).toBe('done');
    expect(statements).toEqual(['begin', 'one', 'two', 'commit']);
    expect(released).toEqual([false]);
  });

  it.each([
    withCode('40001'),
    withCode('40P01'),
    withCode('0A000', 'cached plan must not change result type'),
  ])('starts again as a whole after a conflict: $message', async (error) => {
    let failures = 3;
    const { run, statements } = fakeDatabase((text) => {
      if (text === 'two' && failures > 0) {
        failures -= 1;
        return error;
      }
      return [];
    });
    expect(await run('write', work, 5000)).toBe('done');
    expect(statements.filter((text) => text === 'one')).toHaveLength(4);
    expect(statements.filter((text) => text === 'commit')).toHaveLength(1);
  });

  it('ends after the timeout, with the last error', async () => {
    const error = withCode('40P01');
    const { run, pauses } = fakeDatabase((text) => (text === 'two' ? error : []));
    await expect(run('write', work, 5000)).rejects.toBe(error);
    const waited = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waited).toBeGreaterThan(4500);
    expect(waited).toBeLessThan(5000);
  });

  it.each(['connect', 'begin'])(
    'starts again if %s failed, because nothing was sent',
    async (step) => {
      let failures = 2;
      const { run, statements } = fakeDatabase((text) => {
        if (text.startsWith(step) && failures > 0) {
          failures -= 1;
          return withCode('ECONNREFUSED');
        }
        return [];
      });
      expect(await run('write', work, 5000)).toBe('done');
      expect(statements.filter((text) => text === 'one')).toHaveLength(1);
    },
  );

  it.each(['one', 'two', 'commit'])('is not retried if %s lost its connection', async (step) => {
    const error = new Error('Connection terminated unexpectedly');
    const { run, statements, released } = fakeDatabase((text) => (text === step ? error : []));
    await expect(run('write', work, 5000)).rejects.toBe(error);
    expect(statements.at(-1)).toBe(step);
    expect(released).toEqual([true]);
  });

  it.each([
    withCode('28P01'),
    withCode('3D000'),
    new Error('Cannot use a pool after calling end on the pool'),
  ])('is not retried if connecting will fail again: $message', async (error) => {
    const { run, pauses } = fakeDatabase((text) => (text === 'connect' ? error : []));
    await expect(run('write', work, 5000)).rejects.toBe(error);
    expect(pauses).toEqual([]);
  });

  it('is rolled back after an error of a statement, and keeps its connection', async () => {
    const error = withCode('23505');
    const { run, statements, released } = fakeDatabase((text) => (text === 'two' ? error : []));
    await expect(run('write', work, 5000)).rejects.toBe(error);
    expect(statements).toEqual(['begin', 'one', 'two', 'rollback']);
    expect(released).toEqual([false]);
  });

  it('prepares its statements, except those of a migration', async () => {
    const { run, names } = fakeDatabase(() => []);
    await run('write', work, 5000);
    expect(names.filter((name) => name !== undefined)).toHaveLength(2);
    names.length = 0;
    await run('migrate', work, 5000);
    expect(names).toEqual(Array(4).fill(undefined));
  });

  it('is not a transaction for a single statement', async () => {
    const { run, statements } = fakeDatabase(() => []);
    await run('statement', work, 5000);
    expect(statements).toEqual(['one', 'two']);
  });

  it('does not wait for a result that never arrives', async () => {
    const silent: HostClient = {
      query: ({ text }) =>
        text.startsWith('begin') ? Promise.resolve({ rows: [] }) : new Promise(() => {}),
      release: (destroy = false) => expect(destroy).toBe(true),
      on() {},
    };
    const run = runTransactions({
      acquire: async () => silent,
      runStatement: runStatements(false),
    });
    await expect(run('write', work, 50)).rejects.toBeInstanceOf(ConnectionTimeout);
  });
});

describe('a lone statement that reads', () => {
  it('takes no transaction', async () => {
    const { run, statements, released } = fakeDatabase(() => []);
    expect(await run('read', lone, 5000)).toBe('done');
    expect(statements).toEqual(['lone']);
    expect(released).toEqual([false]);
  });

  it.each([withCode('ECONNRESET'), withCode('EPIPE'), withCode('57P01'), new ConnectionTimeout()])(
    'is repeated on another connection when its own was lost: $message',
    async (error) => {
      const { run, statements, released } = fakeDatabase((text, count) =>
        text === 'lone' && count === 1 ? error : [],
      );
      expect(await run('read', lone, 5000)).toBe('done');
      expect(statements).toEqual(['lone', 'lone']);
      expect(released).toEqual([true, false]);
    },
  );

  it('is repeated on the same connection after a conflict', async () => {
    const { run, released } = fakeDatabase((text, count) =>
      text === 'lone' && count === 1 ? withCode('40001') : [],
    );
    expect(await run('read', lone, 5000)).toBe('done');
    expect(released).toEqual([false, false]);
  });

  it.each(['57014', '53200', 'XX002'])(
    'is not repeated when the server ended it: %s',
    async (code) => {
      const error = withCode(code);
      const { run, statements, released } = fakeDatabase((text) => (text === 'lone' ? error : []));
      await expect(run('read', lone, 5000)).rejects.toBe(error);
      expect(statements).toEqual(['lone', 'rollback']);
      expect(released).toEqual([false]);
    },
  );
});
