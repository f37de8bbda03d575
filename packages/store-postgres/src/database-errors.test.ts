import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isConflict, isRefusal, isStalePlan, toStoreError } from './database-errors.ts';

// Jest runs modules with their own `Error`, as a new context does: the errors of sockets are not its instances.
const elsewhere = (code: string): unknown => runInNewContext(code);
const withCode = (code: string, message = 'text') =>
  elsewhere(`Object.assign(new Error("${message}"), { code: "${code}" })`);

it('recognises conflicts and stale plans of another realm', () => {
  expect(isConflict(withCode('40001'))).toBe(true);
  expect(isConflict(withCode('23505'))).toBe(false);
  expect(isStalePlan(withCode('0A000', 'cached plan must not change result type'))).toBe(true);
});

it.each([
  ['53100', true],
  ['25006', true],
  ['53200', false],
  ['40001', false],
  ['0A000', false],
])('knows whether %s means that nothing can be stored', (code, expected) => {
  expect(isRefusal(withCode(code))).toBe(expected);
});

it('recognises a standby by its refusal of a transaction that writes', () => {
  // What Postgres 18 sends for `begin read write` during recovery.
  const fields = '{ code: "0A000", routine: "call_bool_check_hook", file: "guc.c" }';
  const message = 'cannot set transaction read-write mode during recovery';
  expect(isRefusal(elsewhere(`Object.assign(new Error("${message}"), ${fields})`))).toBe(true);
});

it.each([
  ['a refused connection', withCode('ECONNREFUSED'), 'overloaded'],
  ['a shutdown', withCode('57P01'), 'overloaded'],
  ['a lost connection', elsewhere('new Error("Connection terminated unexpectedly")'), 'overloaded'],
  ['a missing table', withCode('42P01'), 'internal'],
])('converts an error of another realm: %s', (_what, error, expected) => {
  expect(toStoreError(error)).toMatchObject({ name: 'SitegradeError', code: expected });
});
