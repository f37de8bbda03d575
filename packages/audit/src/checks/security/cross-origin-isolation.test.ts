import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { crossOriginIsolation } from './cross-origin-isolation.ts';

const of = (headers: Readonly<Record<string, string>>) =>
  outcomeOf(crossOriginIsolation, { headers });

it.each(['opener', 'embedder', 'resource'])('reports the policy for the %s', async (what) => {
  const outcome = await of({ [`cross-origin-${what}-policy`]: 'same-origin' });
  expect(outcome).toMatchObject({ status: 'pass', value: { trustedTypes: false } });
  expect(JSON.stringify(outcome.value)).toContain('-Policy: same-origin');
});

it('reports trusted types', async () => {
  const headers = { 'content-security-policy': "require-trusted-types-for 'script'" };
  expect(await of(headers)).toMatchObject({ status: 'pass', value: { trustedTypes: true } });
});

it('does not fail without one', async () => {
  expect((await of({})).status).toBe('na');
  expect(crossOriginIsolation.importance).toBe('info');
});
