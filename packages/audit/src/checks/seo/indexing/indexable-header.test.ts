import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { indexableHeader } from './indexable-header.ts';

const header = (...lines: string[]) =>
  outcomeOf(indexableHeader, { headers: { 'x-robots-tag': lines } });

it('passes a response without the header', async () => {
  expect(await outcomeOf(indexableHeader)).toMatchObject({ status: 'pass', value: [] });
});

it.each([
  'googlebot: unavailable_after: Friday, 25-Jun-10 15:00:00 GMT',
  'otherbot: nofollow, Googlebot: unavailable_after:Fri, 25 Jun 2010 15:00:00 GMT',
])('reads the comma of a date behind the name of a crawler: %s', async (line) => {
  const outcome = await outcomeOf(indexableHeader, { headers: { 'x-robots-tag': line } });
  expect(outcome.status).toBe('fail');
});

it.each([
  ['noindex'],
  ['None'],
  ['nofollow, noindex'],
  ['unavailable_after: 25 Jun 2010 15:00:00 PST'],
  ['googlebot: noindex'],
  ['GoogleBot: noindex'],
  ['googlebot: nofollow, noindex'],
  ['otherbot: nofollow, googlebot: noindex'],
  ['*: noindex'],
])('fails %s', async (line) => {
  expect(await header(line)).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'header', text: `X-Robots-Tag: ${line}` }],
  });
});

it('reads every header line', async () => {
  expect((await header('nofollow', 'noindex')).status).toBe('fail');
});

it('separates the directives of crawlers', async () => {
  expect(await header('bingbot: noindex')).toMatchObject({
    status: 'warn',
    value: ['bingbot: noindex'],
  });
  expect((await header('googlebot: nofollow, bingbot: noindex')).status).toBe('warn');
});

it('reports directives for unknown crawlers without failing', async () => {
  expect(await header('otherbot: noindex')).toMatchObject({
    status: 'pass',
    value: ['otherbot: noindex'],
  });
  expect((await header('googlebot: nofollow, googlebot-news: noindex')).status).toBe('pass');
});

it('has a limited length for any header', async () => {
  const { value } = await header(`${'x'.repeat(9000)}: noindex`, 'a,'.repeat(5000));
  expect(JSON.stringify(value).length).toBeLessThan(6000);
});

it.each(['all', 'max-snippet: 0', 'max-image-preview: none', 'unavailable_after: 2030-01-01'])(
  'passes %s: a value is neither a crawler nor a directive',
  async (line) => {
    expect((await header(line)).status).toBe('pass');
  },
);

it('quotes lone surrogates as replacement characters', async () => {
  const headers = { 'x-robots-tag': '\ud800 noindex' };
  const { status, summary } = await outcomeOf(indexableHeader, { headers });
  expect([status, summary.isWellFormed()]).toEqual(['warn', true]);
});
