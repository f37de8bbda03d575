import type { List, ListPosition, ListStart, Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/core/testing';
import { bigWebsiteId, mainOwner, websiteAt } from './rows.ts';

/** Something to be measured, ready to be run many times. */
export interface Case {
  /** What it is a case of. */
  readonly group: string;
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** One listing, sorted in one way, wherever its page begins. */
interface Listing {
  readonly group: string;
  readonly name: string;
  readonly list: (start: ListStart) => Promise<List<{ readonly id: number }>>;
  /** The row's sort key. */
  readonly keyOf: (row: { readonly id: number }) => ListPosition['key'];
}

const perPage = 50;
const directions = ['asc', 'desc'] as const;
const filters = {
  all: {},
  'of a result': { result: 'bad' },
  'of a website': { websiteId: bigWebsiteId },
  'of a website and a result': { websiteId: bigWebsiteId, result: 'bad' },
} as const;

/** Every listing without a search from four places, then searches, then an insert. */
export async function casesOn(store: Store): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const listing of [...listingsOfReports(store), ...listingsOfWebsites(store)]) {
    cases.push(...(await casesOfStarts(listing)));
  }
  const searches = {
    'in all of them': 'example',
    'in a tenth': '/blog/',
    'in one': 'w.news-11.example',
    'in none': 'nowhere-to-be-found',
    'of two characters, in none': '~~',
  };
  for (const [name, search] of Object.entries(searches)) {
    const query = { start: { page: 1 }, perPage, sortBy: 'id', sort: 'desc', search } as const;
    cases.push({ group: 'search', name, run: () => store.reports.list(mainOwner, query) });
  }
  let made = 0;
  const run = () => {
    made += 1;
    const { domain } = websiteAt(1 + (made % 9));
    return store.reports.create(newReport({ ownerId: mainOwner, domain, score: made % 101 }));
  };
  return [...cases, { group: 'insert', name: 'of a report', run }];
}

function listingsOfReports(store: Store): readonly Listing[] {
  return Object.entries(filters).flatMap(([name, filter]) =>
    (['id', 'url', 'score'] as const).flatMap((sortBy) =>
      directions.map(
        (sort) =>
          ({
            group: 'reports',
            name: `${name}, by ${sortBy} ${sort}`,
            list: (start) =>
              store.reports.list(mainOwner, { start, perPage, sortBy, sort, ...filter }),
            keyOf: (row) => (row as { [Key in typeof sortBy]: string | number })[sortBy],
          }) satisfies Listing,
      ),
    ),
  );
}

function listingsOfWebsites(store: Store): readonly Listing[] {
  const keys = {
    id: 'id',
    domain: 'domain',
    reports_avg_score: 'reportsAvgScore',
    reports_count: 'reportsCount',
  } as const;
  return (Object.keys(keys) as (keyof typeof keys)[]).flatMap((sortBy) =>
    directions.map(
      (sort) =>
        ({
          group: 'websites',
          name: `by ${sortBy} ${sort}`,
          list: (start) => store.websites.list(mainOwner, { start, perPage, sortBy, sort }),
          keyOf: (row) =>
            (row as unknown as Record<string, string | number | null>)[keys[sortBy]] ?? null,
        }) satisfies Listing,
    ),
  );
}

async function casesOfStarts({ group, name, list, keyOf }: Listing): Promise<readonly Case[]> {
  const { total } = await list({ page: 1 });
  const middle = Math.max(1, Math.ceil(total / perPage / 2));
  const lastOf = async (page: number): Promise<ListStart> => {
    const row = (await list({ page })).rows.at(-1) ?? { id: 0 };
    return { after: { key: keyOf(row), id: row.id } };
  };
  const starts: Readonly<Record<string, ListStart>> = {
    'page 1': { page: 1 },
    'middle page': { page: middle },
    'after row 50': await lastOf(1),
    'after the middle row': await lastOf(middle),
  };
  return Object.entries(starts).map(([from, start]) => ({
    group: `${group}, ${from}`,
    name,
    run: () => list(start),
  }));
}
