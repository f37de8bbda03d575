import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { referrerPolicy } from './referrer-policy.ts';

const of = (lines: string | readonly string[], head = '') =>
  outcomeOf(referrerPolicy, { head, headers: { 'referrer-policy': lines } });
const meta = (content: string) => `<meta name="Referrer" content="${content}">`;

it.each([
  'no-referrer',
  'same-origin',
  'strict-origin',
  'Strict-Origin-When-Cross-Origin',
  'unsafe-url, no-referrer',
  'no-referrer, strict-origin-when-cross-origin',
  'same-origin, some-policy-of-tomorrow',
])('passes %s', async (line) => {
  expect((await of(line)).status).toBe('pass');
});

it.each([
  ['unsafe-url', 'fail'],
  ['no-referrer-when-downgrade', 'warn'],
  ['origin', 'warn'],
  ['origin-when-cross-origin', 'warn'],
  ['strict origin', 'warn'],
])('%s: %s', async (line, status) => {
  expect(await of(line)).toMatchObject({
    status,
    evidence: [{ kind: 'header', text: `Referrer-Policy: ${line}` }],
  });
});

it('does not apply without a policy: browsers have a good default', async () => {
  expect((await outcomeOf(referrerPolicy)).status).toBe('na');
  expect((await of('', meta(''))).status).toBe('na');
});

it('uses the meta tag instead of the header', async () => {
  expect(await of('no-referrer', meta('unsafe-url'))).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'html', text: meta('unsafe-url') }],
  });
  expect((await of('unsafe-url', meta('no-referrer'))).status).toBe('pass');
  expect((await of('no-referrer', meta('nonsense'))).status).toBe('pass');
});

it.each([
  ['always', 'fail'],
  ['never', 'pass'],
  ['default', 'pass'],
  ['origin-when-crossorigin', 'warn'],
])('recognises the older value %s', async (word, status) => {
  expect((await of([], meta(word))).status).toBe(status);
});

it('quotes the line that decides', async () => {
  expect(await of(['no-referrer', 'unsafe-url'])).toMatchObject({
    evidence: [{ text: 'Referrer-Policy: unsafe-url' }],
  });
});
