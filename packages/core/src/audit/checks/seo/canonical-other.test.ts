import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { canonicalOther } from './canonical-other.ts';

const of = (href: string, url = 'https://example.com/page') =>
  outcomeOf(canonicalOther, { url, head: `<link rel="canonical" href="${href}">` });

it.each(['https://example.com/page', '/page', 'page', 'https://EXAMPLE.com:443/page#part'])(
  'passes %s: the page itself',
  async (href) => {
    expect(await of(href)).toMatchObject({ status: 'pass', value: 'https://example.com/page' });
  },
);

it.each([
  'https://example.com/other',
  'https://example.com/page/',
  'https://example.com/page?a=1',
  'http://example.com/page',
  'https://www.example.com/page',
])('warns about %s and closes the gate', async (href) => {
  expect(await of(href)).toMatchObject({
    status: 'warn',
    value: new URL(href).href,
    evidence: [{ kind: 'html' }],
  });
  expect(canonicalOther.gate).toMatchObject({ cap: 79, closesOn: 'warn' });
});

it('resolves on the base of the page', async () => {
  const head = '<base href="https://example.com/en/"><link rel="canonical" href="page">';
  const outcome = await outcomeOf(canonicalOther, { head, url: 'https://example.com/en/page' });
  expect(outcome.status).toBe('pass');
});

it('does not apply without a canonical link, nor where several disagree', async () => {
  expect((await outcomeOf(canonicalOther)).status).toBe('na');
  const head = '<link rel=canonical href="/a"><link rel=canonical href="/b">';
  expect((await outcomeOf(canonicalOther, { head })).status).toBe('na');
});
