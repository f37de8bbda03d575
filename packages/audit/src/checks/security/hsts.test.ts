import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { hsts } from './hsts.ts';

const of = (lines: string | readonly string[], url = 'https://example.com/page') =>
  outcomeOf(hsts, { url, headers: { 'strict-transport-security': lines } });

it.each([
  'max-age=31536000; includeSubDomains; preload',
  'max-age=15552000',
  'MAX-AGE = "63072000" ; includesubdomains;',
  'includeSubDomains; max-age=31536000; some-day=1',
  `max-age=${'9'.repeat(400)}`,
])('passes %s', async (line) => {
  expect((await of(line)).status).toBe('pass');
});

it.each([
  ['max-age=15551999', 'warn', '179 days'],
  ['max-age=86400', 'warn', 'only 1 day'],
  ['max-age=31536000; preload', 'warn', 'preload'],
  ['max-age=31535999; includeSubDomains; preload', 'warn', 'preload'],
  ['max-age=0', 'fail', 'switched off'],
  ['includeSubDomains', 'fail', 'not valid'],
  ['max-age', 'fail', 'not valid'],
  ['max-age=', 'fail', 'not valid'],
  ['max-age=1 year', 'fail', 'not valid'],
  ['max-age=-1', 'fail', 'not valid'],
  ['max-age=31536000, includeSubDomains', 'fail', 'not valid'],
  ['max-age=31536000; max-age=31536000', 'fail', 'not valid'],
  ['', 'fail', 'not valid'],
])('%s: %s', async (line, status, words) => {
  const outcome = await of(line);
  expect(outcome).toMatchObject({
    status,
    evidence: [{ kind: 'header', text: `Strict-Transport-Security: ${line}` }],
  });
  expect(outcome.summary).toContain(words);
});

it('uses the first of several headers, as browsers do', async () => {
  expect((await of(['max-age=31536000', 'max-age=0'])).status).toBe('pass');
  expect((await of(['max-age=0', 'max-age=31536000'])).status).toBe('fail');
});

it('fails without a header, except for preloaded domains', async () => {
  expect((await outcomeOf(hsts)).status).toBe('fail');
  expect((await outcomeOf(hsts, { url: 'https://example.dev/' })).status).toBe('pass');
  expect((await outcomeOf(hsts, { url: 'https://dev.example.com/' })).status).toBe('fail');
  expect((await of('max-age=0', 'https://example.dev/')).status).toBe('fail');
});

it.each(['http://example.com/', 'https://192.0.2.7/', 'https://[2001:db8::7]/'])(
  'does not apply to %s',
  async (url) => {
    expect((await outcomeOf(hsts, { url })).status).toBe('na');
  },
);

it('reports hours as less than a day', async () => {
  expect((await of('max-age=3600')).summary).toContain('for only less than a day');
  expect((await of('max-age=86400')).summary).toContain('for only 1 day');
});
