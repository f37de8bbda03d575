import { createContext, deleteOldReports, type List, type Store } from '@sitegrade/core';
import type { ListPosition, ListStart, NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import type { FilledStore } from './databases.ts';
import { bigWebsiteId, createdAt, mainOwner, reportAt, websiteAt } from './rows.ts';

/** A case to measure, which can run many times. */
export interface Case {
  /** The group of the case. */
  readonly group: string;
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** The `group: name` of a case to compare it with. */
  readonly comparedTo?: string;
}

/** One listing with one sort order. */
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

/** Searches, by the share of rows that match. */
const searches = {
  'in all': 'example',
  'in a tenth, at the start by url': 'http://',
  'in a seventh': '/blog/',
  'in one': 'w.news-11.example/',
  // Its parts are frequent.
  'in none': 'www.shop/',
  'in none, and no part of it': 'nowhere-to-be-found',
  'in none, of two characters': '~~',
  'in a few, of two characters': 'zz',
  'in none, without a letter': '~?~?~',
  'in all, without a letter': '://',
};

const searchesOfWebsites = {
  'in all': 'example',
  'in a ninth': 'shop-',
  'in one': 'news-11.',
  'in none': 'nowhere-to-be-found',
};

/** Every listing without a search from four positions, then other filters, searches and inserts. */
export async function casesOn(filled: FilledStore): Promise<readonly Case[]> {
  const { store } = filled;
  const cases: Case[] = [];
  for (const listing of [...listingsOfReports(store), ...listingsOfWebsites(store)]) {
    cases.push(...(await casesOfStarts(listing)));
  }
  const filtered = await casesOfUncountedFilters(store);
  const others = [...casesOfSearches(store), ...casesOfPrunes(store), ...casesOfInserts(filled)];
  return [...cases, ...filtered, ...others];
}

/** Filters without counters, compared with the first page of all reports. */
async function casesOfUncountedFilters({ reports }: Store): Promise<readonly Case[]> {
  const page = { start: { page: 1 }, perPage, sort: 'desc' } as const;
  const { total } = await reports.list(mainOwner, { ...page, sortBy: 'id' });
  const { url } = reportAt(11);
  const http = url.replace('https:', 'http:');
  const middle = createdAt(Math.floor(total / 2));
  const uncounted = {
    'of a URL': { url: [url] },
    'of a URL without a scheme': { url: [url, http] },
    'of a minute': { createdFrom: createdAt(5_000), createdTo: createdAt(5_059) },
    'of the newer half': { createdFrom: middle },
    'of the older half': { createdTo: middle },
    'of a small website in the older half': { websiteId: 4, createdTo: middle },
    'of a result in the newer half': { result: 'bad', createdFrom: middle },
  } as const;
  return Object.entries(uncounted).flatMap(([name, filter]) =>
    (['id', 'url', 'score'] as const).map((sortBy) => ({
      group: `reports ${name}`,
      name: `by ${sortBy} desc`,
      run: () => reports.list(mainOwner, { ...page, sortBy, ...filter }),
      comparedTo: `reports, page 1: all, by ${sortBy} desc`,
    })),
  );
}

function casesOfSearches({ reports, websites }: Store): readonly Case[] {
  const page = { start: { page: 1 }, perPage, sort: 'desc' } as const;
  const ofReports = Object.entries(searches).flatMap(([where, search]) =>
    (['id', 'url', 'score'] as const).map((sortBy) => ({
      group: `search ${where}`,
      name: `by ${sortBy} desc`,
      run: () => reports.list(mainOwner, { ...page, sortBy, search }),
    })),
  );
  const ofWebsites = Object.entries(searchesOfWebsites).flatMap(([where, search]) =>
    (['id', 'domain', 'reportsCount'] as const).map((sortBy) => ({
      group: `search of websites ${where}`,
      name: `by ${sortBy} desc`,
      run: () => websites.list(mainOwner, { ...page, sortBy, search }),
    })),
  );
  return [...ofReports, ...ofWebsites];
}

/** Pruning where nothing is old enough. */
function casesOfPrunes(store: Store): readonly Case[] {
  const context = createContext({ store });
  const createdBefore = createdAt(0);
  return [{ createdBefore }, { keepPerUrl: 50 }, { createdBefore, keepPerUrl: 50 }].map(
    (input) => ({
      group: 'prune nothing',
      name: Object.keys(input).join(' and '),
      run: () => deleteOldReports(context, input),
    }),
  );
}

function casesOfInserts({ store, insertByHand }: FilledStore): readonly Case[] {
  let made = 0;
  const next = (): NewReport => {
    made += 1;
    const { domain } = websiteAt(1 + (made % 9));
    const url = `https://www.${domain}/${Math.imul(made, 2_654_435_761) >>> 0}`;
    return newReport({ ownerId: mainOwner, domain, url, score: made % 101 });
  };
  return [
    { group: 'insert', name: 'of a report', run: () => store.reports.create(next()) },
    { group: 'insert by hand, without counters', name: '', run: () => insertByHand(next()) },
  ];
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
  const keys = ['id', 'domain', 'reportsAvgScore', 'reportsCount'] as const;
  return keys.flatMap((sortBy) =>
    directions.map(
      (sort) =>
        ({
          group: 'websites',
          name: `by ${sortBy} ${sort}`,
          list: (start) => store.websites.list(mainOwner, { start, perPage, sortBy, sort }),
          keyOf: (row) => (row as { [Key in typeof sortBy]: string | number | null })[sortBy],
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
