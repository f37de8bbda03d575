import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../context/create-context.ts';
import type { List } from '../../listing/listing.ts';
import { reportColumns } from '../../records/report-csv.ts';
import { eachReport, listReports } from '../../reports/list-reports.ts';
import type { ReportSummary } from '../../store/report.ts';
import { type ReportListQuery, reportListing } from '../../store/report-listing.ts';
import { csvResponse } from './csv-response.ts';
import type { ListingValues } from './listing-fields.ts';

const query: ListingValues = {
  search: undefined,
  search_by: 'url',
  sort: 'asc',
  sort_by: 'id',
  per_page: 50,
  page: 3,
  cursor: undefined,
};
const report = await memoryStore().reports.create(newReport());

/** The part of a list other than its rows. */
type Counted = Pick<List<unknown>, 'total' | 'totalRelation'>;

/** A listing of generated reports with the ids from 1, whose length may change. */
function generatedReports(length: number, counted?: Counted) {
  const queries: ReportListQuery[] = [];
  const reports = {
    length,
    /** Reading rows from this one on fails. */
    brokenAt: Number.POSITIVE_INFINITY,
    /** The starts of the pages that are sent. */
    pages: () => queries.filter(({ perPage }) => perPage === 500).map(({ start }) => start),
    async list(query: ReportListQuery): Promise<List<ReportSummary>> {
      queries.push(query);
      const { start, perPage } = query;
      const before =
        'page' in start ? (start.page - 1) * perPage : 'after' in start ? start.after.id : 0;
      if (before >= reports.brokenAt) throw new Error('The disk is broken.');
      const count = Math.max(0, Math.min(perPage, reports.length - before));
      const rows = Array.from({ length: count }, (_, index) => ({
        ...report,
        id: before + index + 1,
      }));
      return { rows, total: reports.length, totalRelation: 'eq', ...counted };
    },
  };
  return reports;
}

async function respond(reports: ReturnType<typeof generatedReports>) {
  const store = memoryStore();
  const list = (_ownerId: string, sent: ReportListQuery) => reports.list(sent);
  const context = createContext({ store: { ...store, reports: { ...store.reports, list } } });
  const call = { context, ownerId: 'ann', query, rawQuery: '', root: () => '' };
  const source = { columns: reportColumns, list: listReports, each: eachReport };
  const { body } = await csvResponse(call, reportListing, source);
  if (typeof body === 'string') throw new Error('The body is not streamed.');
  return body[Symbol.asyncIterator]();
}

const readAll = async (chunks: AsyncIterator<string | Uint8Array>) => {
  let text = '';
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += next.value;
  return text;
};

describe('csvResponse', () => {
  it('reads pages of 500 rows by position, whichever page was asked for', async () => {
    const reports = generatedReports(1_203);
    const lines = (await readAll(await respond(reports))).split('\r\n');
    expect(lines.slice(1, -1).map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 1_203 }, (_, index) => index + 1),
    );
    expect(reports.pages()).toEqual([
      { page: 1 },
      { after: { key: 500, id: 500 } },
      { after: { key: 1_000, id: 1_000 } },
    ]);
  });

  it('has 100,000 rows in chunks of bounded size', async () => {
    const chunks = await respond(generatedReports(100_000));
    let rows = -1;
    let longest = 0;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      rows += String(next.value).split('\r\n').length - 1;
      longest = Math.max(longest, next.value.length);
    }
    expect(rows).toBe(100_000);
    expect(longest).toBeLessThan(70_000);
  });

  it.each([
    ['exactly', undefined, '100001 match'],
    ['up to 10,000', { total: 10_000, totalRelation: 'gte' }, 'more match'],
  ] as const)('refuses more rows before it reads them, counted %s', async (_, counted, found) => {
    const reports = generatedReports(100_001, counted);
    await expect(respond(reports)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { Accept: [expect.stringContaining(found)] },
    });
    expect(reports.pages()).toEqual([]);
  });

  it('fails if rows beyond the maximum are created while it is sent', async () => {
    const reports = generatedReports(100_000);
    const chunks = await respond(reports);
    await chunks.next();
    reports.length = 100_001;
    await expect(readAll(chunks)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('fails before the first chunk if the first page cannot be read', async () => {
    const reports = generatedReports(1_203);
    const chunks = await respond(reports);
    reports.brokenAt = 0;
    await expect(chunks.next()).rejects.toThrow('The disk is broken.');
  });

  it('reads the next page only when its rows are wanted, and none after the end', async () => {
    const reports = generatedReports(50_000);
    const chunks = await respond(reports);
    expect(reports.pages()).toHaveLength(0);
    await chunks.next();
    const { length } = reports.pages();
    expect(length).toBeLessThan(5);
    await chunks.return?.();
    expect(await chunks.next()).toMatchObject({ done: true });
    expect(reports.pages()).toHaveLength(length);
  });
});
