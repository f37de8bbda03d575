import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from './sqlite-store.ts';

const database = new Database(':memory:');

it.each<[options: unknown, message: string]>([
  [undefined, 'filename'],
  [null, 'filename'],
  [{}, 'filename'],
  ['reports.sqlite', 'filename'],
  [{ filename: '' }, 'filename'],
  [{ filename: '  ' }, 'filename'],
  [{ filename: 5 }, 'filename'],
  [{ filename: null }, 'filename'],
  [{ database: {} }, 'database'],
  [{ database: null }, 'database'],
  [{ database: 'reports.sqlite' }, 'database'],
  [{ database: { prepare() {} } }, 'database'],
  [{ filename: ':memory:', database }, 'not both'],
  [{ filename: ':memory:', readonly: true }, 'option readonly is unknown'],
])('%j is refused by name', (options, message) => {
  expect(() => sqliteStore(options as never)).toThrow(TypeError);
  expect(() => sqliteStore(options as never)).toThrow(message);
});
