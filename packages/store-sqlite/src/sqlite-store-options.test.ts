import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from './sqlite-store.ts';

const database = new Database(':memory:');
const closed = new Database(':memory:').close();

it.each<[options: unknown, message: string]>([
  [undefined, 'options must be an object.'],
  [null, 'options must be an object.'],
  ['reports.sqlite', 'options must be an object.'],
  [{}, 'options must have filename or database.'],
  [{ filename: undefined }, 'options must have filename or database.'],
  [{ filename: '' }, 'filename must be a path, or ":memory:".'],
  [{ filename: '  ' }, 'filename must be a path, or ":memory:".'],
  [{ filename: 5 }, 'filename must be a path, or ":memory:".'],
  [{ filename: null }, 'filename must be a path, or ":memory:".'],
  [{ database: {} }, 'database must be a Database of better-sqlite3.'],
  [{ database: null }, 'database must be a Database of better-sqlite3.'],
  [{ database: 'reports.sqlite' }, 'database must be a Database of better-sqlite3.'],
  [{ database: closed }, 'database must be a Database of better-sqlite3 that has not been closed.'],
  [{ database: { prepare() {} } }, 'database must be a Database of better-sqlite3.'],
  [{ filename: ':memory:', database }, 'options must have filename or database, not both.'],
  [{ fileName: ':memory:' }, 'fileName is not an option. Did you mean filename?'],
  [
    { filename: ':memory:', readonly: true },
    'readonly is not an option. The options are filename, database.',
  ],
])('%j is refused by name', (options, message) => {
  const error = new TypeError(`sqliteStore: ${message}`);
  expect(() => sqliteStore(options as never)).toThrow(error);
});
