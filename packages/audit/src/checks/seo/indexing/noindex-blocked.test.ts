import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { noindexBlocked } from './noindex-blocked.ts';

const head = '<meta name="robots" content="noindex">';
const blocked = 'User-agent: *\nDisallow: /page';
const of = (page: PageUnderTest) => outcomeOf(noindexBlocked, page);

it('fails a noindex that crawlers may not read, and quotes both', async () => {
  expect(await of({ head, robots: blocked })).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'robots', line: 2, text: 'Disallow: /page' }, { kind: 'html' }],
  });
  const headers = { 'x-robots-tag': 'none' };
  expect((await of({ headers, robots: blocked })).status).toBe('fail');
});

it('passes one that may be read', async () => {
  expect((await of({ head })).status).toBe('pass');
  expect((await of({ head, robots: 'User-agent: *\nDisallow: /other' })).status).toBe('pass');
});

it('looks at what Google may do: others are kept out by choice', async () => {
  const robots = `${blocked}\n\nUser-agent: Googlebot\nAllow: /`;
  expect((await of({ head, robots })).status).toBe('pass');
  const bing = '<meta name="bingbot" content="noindex">';
  expect((await of({ head: bing, robots: blocked })).status).toBe('na');
});

it('does not apply without noindex', async () => {
  expect((await of({ robots: blocked })).status).toBe('na');
});

it('is an error if robots.txt is unknown', async () => {
  const robots = { kind: 'unknown', reason: 'fetch_timeout' } as const;
  expect((await of({ head, robots })).status).toBe('error');
});
