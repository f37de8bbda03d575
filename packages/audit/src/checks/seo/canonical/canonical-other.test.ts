import { describe, expect, it } from 'vitest';
import type { LinkedPage } from '../../../probes/probe-facts.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkedPage } from '../../fixtures/page-without-faults.ts';
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
});

it('passes an https page that names itself with http, which is the same page', async () => {
  expect(await of('http://example.com/page')).toMatchObject({
    status: 'pass',
    summary: 'The canonical link points to this page with http.',
  });
  expect((await of('http://example.com/other')).status).toBe('warn');
  expect((await of('http://www.example.com/page')).status).toBe('warn');
});

it.each([
  ['https', 'http'],
  ['http', 'https'],
])('passes a counted visit over %s to a page that names itself with %s', async (own, other) => {
  const url = `${own}://example.com/page?id=7&utm_source=news`;
  for (const query of ['id=7', 'id=7&utm_source=news']) {
    expect(await of(`${other}://example.com/page?${query}`, url)).toMatchObject({
      status: 'pass',
      summary: `The canonical link points to this page with ${other}.`,
    });
  }
  expect((await of(`${other}://example.com/page`, url)).status).toBe('warn');
});

describe('a link to another URL', () => {
  const url = 'https://www.example.com/page';
  const found = linkedPage(url);
  const withTarget = (page: Partial<LinkedPage>, own = 'https://example.com/page') =>
    outcomeOf(canonicalOther, {
      url: own,
      head: `<link rel="canonical" href="${url}">`,
      probes: { canonical: { ...found, ...page } },
    });
  const redirect = (finalUrl: string): Partial<LinkedPage> => ({
    finalUrl,
    redirects: [{ url, status: 301, location: finalUrl, ms: 1 }],
  });

  it('that redirects back here does not keep the page out of search results', async () => {
    expect(await withTarget(redirect('https://example.com/page'))).toMatchObject({
      status: 'pass',
      summary: `The canonical link points to ${url}, which redirects back to this page.`,
    });
  });

  it('that redirects back here without tracking parameters is this page, too', async () => {
    const back = redirect('https://example.com/page');
    const counted = (query: string) => withTarget(back, `https://example.com/page?${query}`);
    expect((await counted('utm_source=news')).status).toBe('pass');
    expect((await counted('id=7')).status).toBe('warn');
  });

  it('that cannot be indexed is left to another check', async () => {
    expect(await withTarget({ status: 404 })).toMatchObject({
      status: 'na',
      summary: `The canonical link points to ${url}, which cannot be indexed.`,
    });
    expect((await withTarget({ robotsMetas: ['noindex'] })).status).toBe('na');
  });

  it('is a warning if it can be indexed, or is not known', async () => {
    expect((await withTarget({})).status).toBe('warn');
    expect((await withTarget(redirect('https://example.com/third'))).status).toBe('warn');
    expect((await withTarget({ status: 403 })).status).toBe('warn');
  });
});
