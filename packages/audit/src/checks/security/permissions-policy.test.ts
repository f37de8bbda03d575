import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { permissionsPolicy } from './permissions-policy.ts';

const of = (line: string) =>
  outcomeOf(permissionsPolicy, { headers: { 'permissions-policy': line } });

it.each(['camera=(), geolocation=(self "https://example.org")', 'interest-cohort=()'])(
  'passes %s and shows it',
  async (line) => {
    expect(await of(line)).toMatchObject({ status: 'pass', value: [line] });
  },
);

it('warns about the older way to write it', async () => {
  expect(await of("camera 'none'; geolocation 'self'")).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'header', text: "Permissions-Policy: camera 'none'; geolocation 'self'" }],
  });
});

it('does not fail without one', async () => {
  expect((await outcomeOf(permissionsPolicy)).status).toBe('na');
  expect(permissionsPolicy.importance).toBe('info');
});
