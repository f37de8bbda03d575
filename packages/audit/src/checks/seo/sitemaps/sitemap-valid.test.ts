import { expect, it } from 'vitest';
import type { SitemapFault } from '../../../fetch/sitemap/sitemap-facts.ts';
import { factsOf, outcomeOf } from '../../fixtures/facts-of.ts';
import { sitemapValid } from './sitemap-valid.ts';

const file = 'https://example.com/sitemap.xml';
const of = (...faults: readonly SitemapFault[]) =>
  outcomeOf(sitemapValid, {
    sitemap: {
      problems: faults.map((fault, index) => ({ fault, file, line: index + 1, text: '/x' })),
      problemCount: faults.length,
    },
  });

it('passes a good one', async () => {
  expect(await of()).toMatchObject({ status: 'pass', value: { files: 1, urls: 1, problems: 0 } });
});

it.each([
  ['not_well_formed', 'fail'],
  ['too_many', 'fail'],
  ['namespace', 'fail'],
  ['other_host', 'warn'],
  ['changefreq', 'warn'],
  ['priority', 'warn'],
  ['not_absolute', 'warn'],
  ['empty', 'warn'],
] as const)('%s: %s, with the position', async (fault, status) => {
  expect(await of(fault)).toMatchObject({
    status,
    evidence: [{ kind: 'url', text: `${file}: /x`, line: 1 }],
  });
});

it('names the worst first', async () => {
  const outcome = await of('other_host', 'too_many');
  expect(outcome).toMatchObject({ status: 'fail', evidence: [{ line: 2 }, { line: 1 }] });
  expect(outcome.summary).toBe('A sitemap has more than 50,000 entries. There is 1 more problem.');
});

it('does not apply without a sitemap', async () => {
  expect((await outcomeOf(sitemapValid, { sitemap: { kind: 'none' } })).status).toBe('na');
});

it('has no result for one that could not be fetched', async () => {
  const [read] = (await factsOf()).sitemap.files;
  if (read === undefined) return expect.fail();
  const files = [{ ...read, state: 'unknown', reason: 'fetch_timeout', complete: false }] as const;
  for (const kind of ['unknown', 'found'] as const) {
    expect((await outcomeOf(sitemapValid, { sitemap: { kind, files } })).status).toBe('error');
  }
});

it('mentions what was not read', async () => {
  const { summary, status } = await outcomeOf(sitemapValid, { sitemap: { unread: 12 } });
  expect([status, summary]).toEqual([
    'pass',
    '1 sitemap file was read without errors. 12 more were not read.',
  ]);
});
