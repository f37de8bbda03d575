import type { ListPosition, ReportListQuery, Store, WebsiteListQuery } from '@sitegrade/core';
import { newReport } from '@sitegrade/core/testing';
import { bigWebsiteId, mainOwner, websiteAt } from './rows.ts';

/** Something to be measured, ready to be run many times. */
export interface Case {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** Fewer for what takes long. */
  readonly runs: number;
}

const perPage = 50;
const filters = {
  all: {},
  'of a result': { result: 'bad' },
  'of a website': { websiteId: bigWebsiteId },
  'of a website and a result': { websiteId: bigWebsiteId, result: 'bad' },
} as const;

/** Every listing without a search, then searches, then an insert. */
export async function casesOn(store: Store, reports: number): Promise<readonly Case[]> {
  const list = (query: Partial<ReportListQuery>) => () =>
    store.reports.list(mainOwner, {
      start: { page: 1 },
      perPage,
      sortBy: 'id',
      sort: 'desc',
      ...query,
    });
  const cases: Case[] = [];
  const add = (name: string, run: () => Promise<unknown>, runs = 200) =>
    cases.push({ name, run, runs });

  for (const [name, filter] of Object.entries(filters)) {
    for (const sortBy of ['id', 'url', 'score'] as const) {
      for (const sort of ['asc', 'desc'] as const) {
        add(`reports ${name}, by ${sortBy} ${sort}`, list({ ...filter, sortBy, sort }));
      }
    }
  }
  for (const sortBy of ['id', 'domain', 'reports_avg_score', 'reports_count'] as const) {
    const query: WebsiteListQuery = { start: { page: 1 }, perPage, sortBy, sort: 'desc' };
    add(`websites by ${sortBy}`, () => store.websites.list(mainOwner, query));
  }
  for (const sortBy of ['id', 'url', 'score'] as const) {
    const lastPage = Math.floor((await list({})()).total / perPage);
    add(`reports by ${sortBy}, last page`, list({ sortBy, start: { page: lastPage } }));
    const middle = await list({ sortBy, start: { page: Math.ceil(lastPage / 2) } })();
    const row = middle.rows.at(-1);
    const after: ListPosition = { key: row?.[sortBy] ?? null, id: row?.id ?? 0 };
    add(`reports by ${sortBy}, after the middle row`, list({ sortBy, start: { after } }));
  }
  const searches = {
    'in all of them': 'example',
    'in a tenth': '/blog/',
    'in one': 'w.news-11.example',
    'in none': 'nowhere-to-be-found',
    'of two characters, in none': '~~',
  };
  for (const [name, search] of Object.entries(searches)) {
    add(`search: ${name}`, list({ search }), reports > 100_000 ? 10 : 30);
  }
  let made = 0;
  add('insert of a report', () => {
    made += 1;
    return store.reports.create(
      newReport({
        ownerId: mainOwner,
        domain: websiteAt(1 + (made % 9)).domain,
        score: made % 101,
      }),
    );
  });
  return cases;
}
