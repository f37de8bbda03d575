import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { clickjacking } from './clickjacking.ts';

const csp = (policy: string, xfo: readonly string[] = []) =>
  outcomeOf(clickjacking, {
    headers: { 'content-security-policy': policy, 'x-frame-options': xfo },
  });
const xfo = (...lines: readonly string[]) =>
  outcomeOf(clickjacking, { headers: { 'x-frame-options': lines } });

it.each([
  "frame-ancestors 'none'",
  "frame-ancestors 'self' https://*.example.com",
  'Frame-Ancestors',
])('passes %s', async (policy) => {
  expect(await csp(policy)).toMatchObject({ status: 'pass', value: { by: 'frame-ancestors' } });
});

it.each(['frame-ancestors *', 'frame-ancestors https:', "frame-ancestors 'self' *"])(
  'warns about %s, with any older header',
  async (policy) => {
    expect(await csp(policy, ['DENY'])).toMatchObject({
      status: 'warn',
      evidence: [{ kind: 'header', text: `Content-Security-Policy: ${policy}` }],
    });
  },
);

it('combines several policies', async () => {
  expect((await csp("frame-ancestors *, frame-ancestors 'self'")).status).toBe('pass');
});

it.each([
  [['DENY']],
  [['sameorigin']],
  [['SAMEORIGIN', 'SAMEORIGIN']],
  [['SAMEORIGIN, SAMEORIGIN']],
  [['DENY, SAMEORIGIN']],
  [['ALLOWALL, nonsense']],
])('passes X-Frame-Options %j', async (lines) => {
  expect((await xfo(...lines)).status).toBe('pass');
});

it.each(['ALLOW-FROM https://example.org/', 'ALLOWALL', 'self'])(
  'warns about X-Frame-Options %s, which browsers ignore',
  async (line) => {
    expect(await xfo(line)).toMatchObject({
      status: 'warn',
      evidence: [{ kind: 'header', text: `X-Frame-Options: ${line.toLowerCase()}` }],
    });
  },
);

it('warns without a policy, and for one in a meta tag, where it has no effect', async () => {
  const head = `<meta http-equiv="Content-Security-Policy" content="frame-ancestors 'self'">`;
  const outcome = await outcomeOf(clickjacking, { head });
  expect(outcome).toMatchObject({ status: 'warn', value: { sources: [] } });
  const older = '<meta http-equiv="X-Frame-Options" content="DENY">';
  expect((await outcomeOf(clickjacking, { head: older })).status).toBe('warn');
});
