import { describe, expect, it } from 'vitest';
import { crawlListing, crawlPageListing } from '../store/crawl-listing.ts';
import { jobListing } from '../store/job-listing.ts';
import { reportListing } from '../store/report-listing.ts';
import { websiteListing } from '../store/website-listing.ts';
import { filtersOf, sortKeysOf } from './listing.ts';

const { score: scoreOfWebsite, ...ofWebsites } = websiteListing.sortKeys;
const sortKeys = { ...reportListing.sortKeys, ...ofWebsites, scoreOfWebsite };

describe('the sort keys of listings', () => {
  it.each([
    ['id', [1, Number.MAX_SAFE_INTEGER], [0, 1.5, -1, 2 ** 53, '1', null]],
    ['url', ['', 'https://a.test/'], ['x'.repeat(2_049), 'a\0', '\ud800', 1, null]],
    ['domain', ['a.test'], ['a\0', 1, null]],
    ['score', [0, 100], [-1, 101, 0.5, '1', null]],
    ['scoreOfWebsite', [0, 80.5, 100, null], [-1, 101, '1', Number.NaN]],
    ['reportsAvgScore', [0, 80.5, 100, null], [-1, 101, '1', Number.NaN]],
    ['reportsCount', [0, 2 ** 31 - 1], [-1, 2 ** 31, 0.5, null]],
  ] as const)('%s accepts what a row can have, and nothing else', (name, right, wrong) => {
    for (const key of right) expect([key, sortKeys[name].accepts(key)]).toEqual([key, true]);
    for (const key of wrong) expect([key, sortKeys[name].accepts(key)]).toEqual([key, false]);
  });

  it.each([reportListing, websiteListing, jobListing, crawlListing, crawlPageListing])(
    'have the name of a property, as filters do: $records',
    (listing) => {
      for (const name of [...sortKeysOf(listing), ...filtersOf(listing)]) {
        expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
      }
    },
  );
});
