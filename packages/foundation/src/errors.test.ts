import { Socket } from 'node:net';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { errorCode, isError, isSitegradeError, SitegradeError } from './errors.ts';

// Jest runs modules with their own `Error`, as a new context does.
const elsewhere = (code: string): unknown => runInNewContext(code);

const sqliteError = elsewhere(`
  function SqliteError() { this.message = 'text'; this.code = 'SQLITE_BUSY'; Error.captureStackTrace(this); }
  new SqliteError();
`);

it.each([
  ['an error', new TypeError('text')],
  ['an error of another realm', elsewhere('new TypeError("text")')],
  ['an error that no class of errors made, as in better-sqlite3', sqliteError],
  ['a DOMException', new DOMException('text', 'AbortError')],
])('recognises %s', (_what, error) => {
  expect(isError(error)).toBe(true);
});

it.each([
  null,
  undefined,
  'text',
  { message: 'text' },
  { stack: 'text' },
  { message: 1, stack: 'text' },
  { message: 'text', stack: 1 },
  new Socket(),
])('does not take %s for an error', (value) => {
  expect([isError(value), errorCode(value)]).toEqual([false, '']);
});

it.each([
  ['Object.assign(new Error("text"), { code: "ECONNREFUSED" })', 'ECONNREFUSED'],
  ['Object.assign(new Error("text"), { code: 5 })', '5'],
  ['new Error("text")', ''],
  ['({ code: "ECONNREFUSED" })', ''],
])('reads the code of %s', (code, expected) => {
  expect(errorCode(elsewhere(code))).toBe(expected);
  expect(errorCode(sqliteError)).toBe('SQLITE_BUSY');
});

it('recognises the errors of another copy of the package, and no others', () => {
  const other = elsewhere(
    'class SitegradeError extends Error { name = "SitegradeError"; code = "not_found" } new SitegradeError()',
  );
  expect(isSitegradeError(other)).toBe(true);
  expect(isSitegradeError(new SitegradeError('not_found', 'There is no report.'))).toBe(true);
  expect(isSitegradeError({ name: 'SitegradeError', code: 'not_found' })).toBe(false);
  expect(isSitegradeError(new Error('SitegradeError'))).toBe(false);
});
