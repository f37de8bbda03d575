import type { ReportSummary } from '@sitegrade/core';
import { reportListing } from '@sitegrade/core/internal';
import { maxExactTotal } from '@sitegrade/core/store';
import { expect, it } from 'vitest';
import { postgresQueryBuilder } from '../dialects/postgres.ts';
import { runWork, type Work } from '../work.ts';
import { matchIds } from './match-ids.ts';
import { tableListing } from './table-listing.ts';

function* total(): Work<number> {
  yield { sql: '', parameters: [] };
  return 1_000_000;
}

it.each([
  ['common', false, false],
  ['neither rare nor common', false, true],
  ['rare', true, true],
])(
  'on Postgres the index of a needle that is %s has a part of its matches: %s, and all: %s',
  (_, is_faster, is_faster_for_all) => {
    const query = { start: { page: 1 }, perPage: 10, sort: 'desc', sortBy: 'url' } as const;
    const listing = tableListing<ReportSummary>(reportListing, 'owner-1', query, {
      hasSearchIndex: true,
      countedTotal: total,
      *rows() {
        yield { sql: '', parameters: [] };
        return [];
      },
    });
    const asked: string[] = [];
    runWork(
      matchIds(postgresQueryBuilder(), { ...query, search: 'http://' }, listing),
      ({ sql }) => {
        if (sql.includes('is_faster')) return [{ is_faster, is_faster_for_all }];
        asked.push(sql);
        return sql.includes('counted') ? [{ total: maxExactTotal + 1, id: null }] : [];
      },
    );
    const [part, , all] = asked.filter((sql) => sql !== '').map((sql) => sql.includes(' like '));
    expect([part, all]).toEqual([is_faster, is_faster_for_all]);
  },
);
