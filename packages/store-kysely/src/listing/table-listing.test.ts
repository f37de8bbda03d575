import type { ReportSummary } from '@sitegrade/core';
import {
  type Filter,
  isExact,
  type Listing,
  reportListing,
  snakeCase,
  sortKeysOf,
  websiteListing,
} from '@sitegrade/core/internal';
import { maxExactTotal } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { postgresQueryBuilder } from '../dialects/postgres.ts';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { migrations } from '../migrations/migrate.ts';
import { runWork, type Work } from '../work.ts';
import { listPage } from './list-page.ts';
import { dateIndexName, indexName, tableListing } from './table-listing.ts';

/** Every subset, in order. */
function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((__, index) => (bits >> index) & 1),
  );
}

it.each([
  ['sqlite', sqliteQueryBuilder()],
  ['postgres', postgresQueryBuilder()],
] as const)('every declared filter and sort key has an index, on %s', (_, builder) => {
  const statements = migrations
    .flatMap((migration) => migration.statements(builder))
    .map((statement) => statement.compile().sql);
  for (const listing of [reportListing, websiteListing]) {
    const table = `sitegrade_${listing.records}`;
    const filters: readonly [string, Filter][] = Object.entries(listing.filters);
    const exact = filters.flatMap(([name, filter]) => (isExact(filter) ? name : []));
    const names = [
      ...subsetsOf(exact).flatMap((some) =>
        sortKeysOf(listing).map((sortBy) => indexName(table, some, sortBy)),
      ),
      ...filters.flatMap(([, filter]) =>
        'of' in filter ? dateIndexName(table, snakeCase(filter.of)) : [],
      ),
    ];
    for (const name of names) {
      expect(
        statements.some((sql) => sql.includes(`index "${name}" `)),
        name,
      ).toBe(true);
    }
    // The index of a URL filter is that of the sort key with its name.
    const urls = filters.flatMap(([name, { kind }]) => (kind === 'url' ? name : []));
    expect(sortKeysOf(listing)).toEqual(expect.arrayContaining(urls));
  }
});

function* noRows(): Work<readonly ReportSummary[]> {
  yield { sql: '', parameters: [] };
  return [];
}

describe('a filter that no counter covers', () => {
  const listing: Listing<ReportSummary> = {
    ...reportListing,
    filters: { result: { ...reportListing.filters.result, isCounted: false } },
  };
  const query = { start: { page: 3 }, perPage: 10, sort: 'desc', sortBy: 'id' } as const;
  const filtered = { ...query, result: 'bad' };
  const pageOf = (counted: number) => {
    const builder = sqliteQueryBuilder();
    const asked: string[] = [];
    const table = tableListing(listing, 'owner-1', filtered, {
      hasSearchIndex: true,
      countedTotal: () => {
        throw new Error('There is no such counter.');
      },
      rows: () => noRows(),
    });
    const list = runWork(listPage(builder, query, table), ({ sql }) => {
      asked.push(sql);
      return sql.includes('count(*)') ? [{ total: counted }] : [];
    });
    return { list, ids: asked[1] };
  };

  it('is counted, and read from the nearer end if the total is exact', () => {
    const { list, ids } = pageOf(35);
    expect(list).toMatchObject({ total: 35, totalRelation: 'eq' });
    expect(ids).toContain('"id" asc');
  });

  it('has a lower bound as total beyond the limit, and is read from its start', () => {
    const { list, ids } = pageOf(maxExactTotal + 1);
    expect(list).toMatchObject({ total: maxExactTotal, totalRelation: 'gte' });
    expect(ids).toContain('"id" desc');
  });
});
