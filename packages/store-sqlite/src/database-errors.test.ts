import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isBusy, isRefusal, toStoreError } from './database-errors.ts';

// Jest runs modules with their own `Error`, as a new context does: the errors of SQLite are not its instances.
const elsewhere = (code: string): unknown => runInNewContext(code);

it.each([
  ['Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" })', true],
  ['Object.assign(new Error("database is locked"), { code: "SQLITE_LOCKED_SHAREDCACHE" })', true],
  ['new TypeError("This database connection is busy executing a query")', true],
  ['new Error("This database connection is busy executing a query")', false],
  ['new TypeError("text")', false],
  ['({ code: "SQLITE_BUSY" })', false],
])('recognises a busy database of another realm: %s', (code, expected) => {
  expect(isBusy(elsewhere(code))).toBe(expected);
});

it.each([
  ['SQLITE_FULL', true],
  ['SQLITE_READONLY', true],
  ['SQLITE_READONLY_DBMOVED', true],
  ['SQLITE_IOERR_WRITE', true],
  ['SQLITE_IOERR_FSYNC', true],
  ['SQLITE_IOERR_READ', false],
  ['SQLITE_BUSY', false],
  ['SQLITE_CORRUPT', false],
])('knows whether %s means that nothing can be stored', (code, expected) => {
  const error = elsewhere(`Object.assign(new Error("text"), { code: "${code}" })`);
  expect(isRefusal(error)).toBe(expected);
});

it.each([
  ['Object.assign(new Error("disk full"), { code: "SQLITE_FULL" })', 'overloaded'],
  ['new TypeError("The database connection is not open")', 'overloaded'],
  ['new Error("no such table: sitegrade_reports")', 'internal'],
])('converts an error of another realm: %s', (code, expected) => {
  expect(toStoreError(elsewhere(code))).toMatchObject({ name: 'SitegradeError', code: expected });
});
