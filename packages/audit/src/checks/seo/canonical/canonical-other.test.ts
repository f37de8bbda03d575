import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
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
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/%7Eann', '/~ann'],
  ['/a?', '/a'],
])('treats %s and %s as the same page', async (path, href) => {
  const outcome = await of(href, `https://example.com${path}`);
  expect(outcome.status).toBe('pass');
});

it.each([
  '<link rel="alternate canonical" hreflang="de" href="/de">',
  '<link rel="canonical" media="print" href="/print">',
])('does not count %s as a canonical link', async (head) => {
  expect((await outcomeOf(canonicalOther, { head })).status).toBe('na');
});

it('ignores a link about another resource', async () => {
  const headers = { link: '<https://example.com/b>; rel="canonical"; anchor="/file.pdf"' };
  expect((await outcomeOf(canonicalOther, { headers })).status).toBe('na');
});

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
  expect(canonicalOther.gate).toMatchObject({ cap: 79, triggeredBy: 'warn' });
});

it('resolves on the base of the page', async () => {
  const head = '<base href="https://example.com/en/"><link rel="canonical" href="page">';
  const outcome = await outcomeOf(canonicalOther, { head, url: 'https://example.com/en/page' });
  expect(outcome.status).toBe('pass');
});

it('does not apply without a canonical link, or with conflicting ones', async () => {
  expect((await outcomeOf(canonicalOther)).status).toBe('na');
  const head = '<link rel=canonical href="/a"><link rel=canonical href="/b">';
  expect((await outcomeOf(canonicalOther, { head })).status).toBe('na');
});

it.each([
  ['/page?utm_source=news&utm_medium=email', '/page'],
  ['/page?fbclid=a%20b', '/page'],
  ['/page?id=7&gclid=abc', '/page?id=7'],
])('passes %s, a counted visit to %s', async (path, href) => {
  const outcome = await of(`https://example.com${href}`, `https://example.com${path}`);
  expect(outcome).toMatchObject({ status: 'pass', value: `https://example.com${href}` });
});

it.each(['/page?id=7&gclid=abc', '/page?utm=1', '/page?source=utm_source'])(
  'still warns about %s, where more than a counter is left out',
  async (path) => {
    const outcome = await of('https://example.com/page', `https://example.com${path}`);
    expect(outcome.status).toBe('warn');
  },
);

it('passes an http page that names itself with https: only its https is missing', async () => {
  const http = 'http://example.com/page';
  expect((await of('https://example.com/page', http)).status).toBe('pass');
  expect((await of('https://example.com/other', http)).status).toBe('warn');
  expect((await of(http)).status).toBe('warn');
});
