import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { corsWildcardCredentials } from './cors-wildcard-credentials.ts';

const of = (origin?: string | readonly string[], credentials?: string) =>
  outcomeOf(corsWildcardCredentials, {
    headers: {
      ...(origin !== undefined && { 'access-control-allow-origin': origin }),
      ...(credentials !== undefined && { 'access-control-allow-credentials': credentials }),
    },
  });

it.each([
  [undefined, undefined],
  [undefined, 'true'],
  ['*', undefined],
  ['*', 'false'],
  ['*', 'True'],
  ['null', undefined],
  ['https://app.example.com', 'true'],
])('passes origin %s with credentials %s', async (origin, credentials) => {
  expect((await of(origin, credentials)).status).toBe('pass');
});

it.each(['*', 'null'])('fails %j with credentials, and quotes both', async (origin) => {
  expect(await of(origin, 'true')).toMatchObject({
    status: 'fail',
    value: { origins: [origin], credentials: true },
    evidence: [
      { kind: 'header', text: `Access-Control-Allow-Origin: ${origin}` },
      { kind: 'header', text: 'Access-Control-Allow-Credentials: true' },
    ],
  });
});

it('names the origin that may read it', async () => {
  expect((await of('*', 'true')).summary).toContain('every site');
  expect((await of('null', 'true')).summary).toContain('pages without an origin');
  const several = await of(['https://app.example.com', '*'], 'true');
  expect(several).toMatchObject({ status: 'fail', evidence: [{}, {}, {}] });
});
