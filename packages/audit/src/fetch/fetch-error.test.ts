import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { connectFailure, responseFailure } from './fetch-error.ts';

// Jest runs modules with their own `Error`, as a new context does: the errors of Node are not its instances.
const elsewhere = (code: string): Error => runInNewContext(code);

const refused = 'Object.assign(new Error("text"), { code: "ECONNREFUSED" })';

it.each([
  ['of a socket', refused],
  ['of several addresses', `new AggregateError([new Error("text"), ${refused}])`],
  ['in a cause', `new Error("text", { cause: ${refused} })`],
])('recognises a refused connection of another realm %s', (_where, code) => {
  expect(connectFailure(elsewhere(code), false).reason).toBe('connect_refused');
});

it.each(['EMFILE', 'ENFILE'])('does not blame the host for %s', (code) => {
  const error = connectFailure(Object.assign(new Error('text'), { code }), true);
  expect(error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 10 });
});

it('recognises a response error of another realm', () => {
  const error = elsewhere('Object.assign(new Error("text"), { code: "UND_ERR_HEADERS_TIMEOUT" })');
  const { signal } = new AbortController();
  expect(responseFailure(error, 'headers', signal)).toMatchObject({ reason: 'headers_timeout' });
});
