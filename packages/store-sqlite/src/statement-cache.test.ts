import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { statementCache } from './statement-cache.ts';

function newDatabase() {
  const database = new Database(':memory:');
  database.exec("create table t (id integer, name text); insert into t values (1, 'a'), (2, null)");
  return database;
}

const all = { sql: 'select * from t where id > ?', parameters: [0] };

it('returns rows by the names of their columns', () => {
  const execute = statementCache(newDatabase());
  const rows = [
    { id: 1, name: 'a' },
    { id: 2, name: null },
  ];
  expect(execute(all)).toEqual(rows);
  expect(execute(all)).toEqual(rows);
  expect(execute({ ...all, asValues: true })).toEqual([
    [1, 'a'],
    [2, null],
  ]);
  expect(execute(all)).toEqual(rows);
  expect(execute({ sql: 'delete from t', parameters: [] })).toEqual([]);
  expect(execute(all)).toEqual([]);
});

it('returns a column that was added after the statement was prepared', () => {
  const database = newDatabase();
  const execute = statementCache(database);
  execute(all);
  database.exec('alter table t add column score integer default 5');
  expect(execute(all)[0]).toEqual({ id: 1, name: 'a', score: 5 });
});

it('returns the same rows from a driver without lists of values', () => {
  const database = newDatabase();
  const execute = statementCache({
    inTransaction: false,
    transaction: (work) => database.transaction(work),
    prepare(source) {
      const statement = database.prepare(source);
      return {
        reader: statement.reader,
        all: (...parameters) => statement.all(...parameters),
        run: (...parameters) => statement.run(...parameters),
        safeIntegers: (toggle) => statement.safeIntegers(toggle),
      };
    },
  });
  expect(execute(all)).toEqual([
    { id: 1, name: 'a' },
    { id: 2, name: null },
  ]);
  expect(execute({ ...all, asValues: true })).toEqual([
    [1, 'a'],
    [2, null],
  ]);
});
