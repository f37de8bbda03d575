import {
  type AnyListing,
  type Filter,
  type FiltersOf,
  reportListing,
  sortKeysOf,
  websiteListing,
} from '@sitegrade/core/internal';
import type { ListPosition, ListQuery, ListStart } from '@sitegrade/core/store';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { allReports, allWebsites } from './list-everything.ts';
import { propertyRuns, propertyTimeoutMs, type StoreHarness } from './store-harness.ts';
import { anyHistory, anyText, historyOwners } from './store-history.ts';
import { type StorePair, storePair } from './store-pair.ts';

const directions = ['asc', 'desc'] as const;
const perPage = 3;
/** Searches with many, few and no matches, and with characters of wildcards. */
const searches = ['EXAMPLE', '%', '_', '\\', "'", 'münchen', 'ß', 'σ', '語'] as const;
/** Every listing equals that of the reference, row for row, after any history. */
export function describeStoreListings(harness: StoreHarness): void {
  describe('listings equal the reference', { timeout: propertyTimeoutMs }, () => {
    const property = (check: (pair: StorePair, search: string) => Promise<void>) =>
      fc.assert(
        fc.asyncProperty(anyHistory, anyText, async (history, search) => {
          const store = await harness.create();
          try {
            const pair = storePair(store);
            for (const step of history) await pair.take(step);
            await check(pair, search);
          } finally {
            await store.close();
          }
        }),
        propertyRuns(harness),
      );

    it('reports: every filter, sort key, direction, start and search', async () => {
      await property(async (pair, search) => {
        for (const ownerId of historyOwners) {
          for (const query of await reportQueries(pair, ownerId, search)) {
            await pair.expectSameReports(ownerId, query);
          }
        }
      });
    });

    it('websites: every sort key, direction, start and search', async () => {
      await property(async (pair, search) => {
        for (const ownerId of historyOwners) {
          for (const query of await websiteQueries(pair, ownerId, search)) {
            await pair.expectSameWebsites(ownerId, query);
          }
        }
      });
    });

    it('reports: one by one, deleted ones too', async () => {
      await property(async (pair) => {
        for (const ownerId of historyOwners) {
          for (const id of pair.reportIds()) await pair.expectSameReport(ownerId, id);
        }
      });
    });
  });
}

async function reportQueries({ reference }: StorePair, ownerId: string, anySearch: string) {
  const reports = await allReports(reference, ownerId);
  const filters = filtersOver(reportListing, reports);
  return sortKeysOf(reportListing).flatMap((sortBy) => {
    const { keyOf } = reportListing.sortKeys[sortBy];
    const rows = reports.map((report) => ({ key: keyOf(report), id: report.id }));
    const queries = listQueries([...rows, ...extremes[sortBy]], anySearch);
    return filters.flatMap((filter, index) =>
      someOf(queries, index).map((query) => ({ ...query, ...filter, sortBy })),
    );
  });
}

/** All for the first filter, which is empty; for each other a fifth, and another fifth for its neighbour. */
function someOf<Query>(queries: readonly Query[], filter: number): readonly Query[] {
  return filter === 0 ? queries : queries.filter((_, index) => (index + filter) % 5 === 0);
}

async function websiteQueries({ reference }: StorePair, ownerId: string, anySearch: string) {
  const websites = await allWebsites(reference, ownerId);
  return sortKeysOf(websiteListing).flatMap((sortBy) => {
    const { keyOf } = websiteListing.sortKeys[sortBy];
    const rows = websites.map((website) => ({ key: keyOf(website), id: website.id }));
    const queries = listQueries([...rows, ...extremes[sortBy]], anySearch);
    return queries.map((query) => ({ ...query, sortBy }));
  });
}

/** No filter, every single filter with some values, some combinations, and all filters. */
function filtersOver<Declared extends AnyListing>(
  { filters }: Declared,
  rows: readonly object[],
): readonly FiltersOf<Declared>[] {
  const values: (readonly object[])[] = Object.entries(filters).map(([name, filter]) =>
    valuesOf(name, filter, rows).map((value) => ({ [name]: value })),
  );
  const firsts = values.flatMap(([first]) => first ?? []);
  const pairs = firsts.flatMap((filter, index) =>
    firsts.slice(index + 1).map((other) => ({ ...filter, ...other })),
  );
  return [{}, ...values.flat(), ...pairs, Object.assign({}, ...firsts)] as FiltersOf<Declared>[];
}

function valuesOf(name: string, filter: Filter, rows: readonly object[]): readonly unknown[] {
  if (filter.kind === 'word') return filter.words;
  const found = rows.map((row) => Reflect.get(row, 'of' in filter ? filter.of : name));
  if (filter.kind === 'id' || filter.kind === 'count') return [...new Set(found)].slice(0, 2);
  if (filter.kind === 'id of list') return [...new Set(found.flat()), 'no-page-has-this'].slice(-3);
  if (filter.kind === 'url') {
    const urls = [...new Set(found)];
    return [urls.slice(0, 2), urls.slice(2, 3), ['https://none.test/']].filter(
      ({ length }) => length > 0,
    );
  }
  // The time of a row, and a millisecond past it. The first keeps half of the rows.
  const sorted = found.map(Number).toSorted((a, b) => a - b);
  const [middle = 0] = sorted.slice(sorted.length / 2);
  const past = filter.kind === 'from' ? 1 : -1;
  return [middle, middle + past].map((time) => new Date(time));
}

/** Every direction with every start, and with every search at some starts. */
function listQueries(positions: readonly ListPosition[], anySearch: string): ListQuery[] {
  const pages = Math.ceil(positions.length / perPage) + 1;
  const starts: ListStart[] = [
    ...Array.from({ length: pages }, (_, index) => ({ page: index + 1 })),
    ...positions.map((after) => ({ after })),
    ...positions.map((before) => ({ before })),
  ];
  const someStarts = starts.filter((_, index) => index % Math.ceil(starts.length / 5) === 0);
  const queries = [
    ...starts.map((start) => ({ start, perPage })),
    ...someStarts.flatMap((start) =>
      [...searches, anySearch || '/'].map((search) => ({ start, perPage, search })),
    ),
  ];
  return directions.flatMap((sort) => queries.map((query) => ({ ...query, sort })));
}

/** Positions between rows, before the first and after the last. */
const extremes = {
  id: [at(0, 0), at(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)],
  url: [at('', 0), at('\u{10FFFF}', 0), at('https://example.com/', Number.MAX_SAFE_INTEGER)],
  domain: [at('', 0), at('\u{10FFFF}', 0), at('example.com', Number.MAX_SAFE_INTEGER)],
  score: [at(50, 0), at(50, Number.MAX_SAFE_INTEGER)],
  reportsCount: [at(0, 0), at(1, Number.MAX_SAFE_INTEGER)],
  reportsAvgScore: [at(null, 0), at(null, Number.MAX_SAFE_INTEGER), at(50, 0)],
};

function at(key: ListPosition['key'], id: number): ListPosition {
  return { key, id };
}
