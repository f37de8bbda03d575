import type { ReportSummary, Website } from '@sitegrade/core';
import type {
  LatestByUrlQuery,
  ListStart,
  ReportListQuery,
  Store,
  WebsiteListQuery,
} from '@sitegrade/core/store';
import { memoryStore } from '@sitegrade/store-memory';
import { expect } from 'vitest';
import type { HistoryStep } from './store-history.ts';

/** A record of both stores, with its id in each. */
interface Pair {
  readonly ownerId: string;
  readonly id: number;
  readonly referenceId: number;
}

/**
 * A store and the reference. Every step is applied to both, and both must return the same. Ids may differ,
 * because stores may skip numbers; all ids here are the reference's.
 */
export interface StorePair {
  readonly reference: Store;
  /** Every report, including deleted ones, by the reference's id. */
  readonly reportIds: () => readonly number[];
  /** Every website, the same way. */
  readonly websiteIds: () => readonly number[];
  take(step: HistoryStep): Promise<void>;
  expectSameReport(ownerId: string, id: number): Promise<void>;
  expectSameReports(ownerId: string, query: ReportListQuery): Promise<void>;
  expectSameLatest(ownerId: string, websiteId: number, query: LatestByUrlQuery): Promise<void>;
  expectSameWebsites(ownerId: string, query: WebsiteListQuery): Promise<void>;
}

/** Pairs an empty store with a new reference. */
export function storePair(store: Store): StorePair {
  const reference = memoryStore();
  const reports: Pair[] = [];
  const websites: Pair[] = [];

  const toReportSummary = <Row extends ReportSummary>(row: Row): Row => ({
    ...row,
    id: referenceIdOf(reports, row.id),
    websiteId: referenceIdOf(websites, row.websiteId),
  });
  const toWebsite = (row: Website): Website => ({
    ...row,
    id: referenceIdOf(websites, row.id),
    latestReport: row.latestReport && {
      ...row.latestReport,
      id: referenceIdOf(reports, row.latestReport.id),
    },
  });

  const take: StorePair['take'] = async (step) => {
    if (step.do === 'create') {
      const actual = await store.reports.create(step.report);
      const expected = await reference.reports.create(step.report);
      const { ownerId } = step.report;
      reports.push({ ownerId, id: actual.id, referenceId: expected.id });
      if (!websites.some(({ id }) => id === actual.websiteId)) {
        websites.push({ ownerId, id: actual.websiteId, referenceId: expected.websiteId });
      }
      expect(toReportSummary(actual)).toEqual(expected);
      return;
    }
    if (step.do === 'hide websites') {
      const actual = await store.maintenance.deleteOwned(step.ownerId, 'websites');
      expect(actual).toEqual(await reference.maintenance.deleteOwned(step.ownerId, 'websites'));
      return;
    }
    const pair = pickFrom(step.do === 'delete report' ? reports : websites, step.which);
    if (pair === undefined) return;
    const { ownerId, id, referenceId } = pair;
    if (step.do === 'update website') {
      const actual = await store.websites.update(ownerId, id, step.change);
      const expected = await reference.websites.update(ownerId, referenceId, step.change);
      const translated =
        actual.outcome === 'updated' ? { ...actual, website: toWebsite(actual.website) } : actual;
      expect(translated).toEqual(expected);
      return;
    }
    const kind = step.do === 'delete report' ? 'reports' : 'websites';
    const actual = await store[kind].delete(ownerId, id);
    expect(actual).toEqual(await reference[kind].delete(ownerId, referenceId));
  };

  return {
    reference,
    reportIds: () => reports.map(({ referenceId }) => referenceId),
    websiteIds: () => websites.map(({ referenceId }) => referenceId),
    take,
    async expectSameReport(ownerId, id) {
      const actual = await store.reports.find(ownerId, idOf(reports, id));
      expect(actual && toReportSummary(actual)).toEqual(await reference.reports.find(ownerId, id));
    },
    async expectSameReports(ownerId, query) {
      const { websiteId, start } = query;
      const actual = await store.reports.list(ownerId, {
        ...query,
        start: translate(start, reports, query.sortBy),
        ...(websiteId === undefined ? {} : { websiteId: idOf(websites, websiteId) }),
      });
      const translated = { ...actual, rows: actual.rows.map(toReportSummary) };
      const expected = await reference.reports.list(ownerId, query);
      expect(translated, JSON.stringify(query)).toEqual(expected);
    },
    async expectSameLatest(ownerId, websiteId, query) {
      const id = idOf(websites, websiteId);
      const actual = await store.reports.latestByUrl(ownerId, id, query);
      const translated = { ...actual, rows: actual.rows.map(toReportSummary) };
      const expected = await reference.reports.latestByUrl(ownerId, websiteId, query);
      expect(translated, JSON.stringify(query)).toEqual(expected);
    },
    async expectSameWebsites(ownerId, query) {
      const start = translate(query.start, websites, query.sortBy);
      const actual = await store.websites.list(ownerId, { ...query, start });
      const translated = { ...actual, rows: actual.rows.map(toWebsite) };
      const expected = await reference.websites.list(ownerId, query);
      expect(translated, JSON.stringify(query)).toEqual(expected);
    },
  };
}

function pickFrom(pairs: readonly Pair[], which: number): Pair | undefined {
  return pairs[which % pairs.length];
}

/** Unknown ids are the same in both stores. */
function idOf(pairs: readonly Pair[], referenceId: number): number {
  return pairs.find((pair) => pair.referenceId === referenceId)?.id ?? referenceId;
}

function referenceIdOf(pairs: readonly Pair[], id: number): number {
  return pairs.find((pair) => pair.id === id)?.referenceId ?? id;
}

function translate(start: ListStart, pairs: readonly Pair[], sortBy: string): ListStart {
  if ('page' in start) return start;
  const position = 'after' in start ? start.after : start.before;
  const id = idOf(pairs, position.id);
  const translated = { key: sortBy === 'id' ? id : position.key, id };
  return 'after' in start ? { after: translated } : { before: translated };
}
