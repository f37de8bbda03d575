import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CrawlShape, ReportDetails, SiteIssue } from '@sitegrade/core';
import type {
  ChangedDetails,
  CrawlLease,
  CrawlPageOutcome,
  CrawlStore,
} from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import { packOutline, unpackOutline } from '../reports/outlines.ts';
import { packJson, unpackJson } from '../reports/packed-json.ts';
import { type PackedDetails, packDetails, unpackDetails } from '../reports/report-details.ts';
import type { ReadTexts } from '../reports/ruleset-texts.ts';
import type { Runner } from '../work.ts';
import { admitCrawls } from './admit-crawls.ts';
import { readChangedDetailRows } from './changed-details.ts';
import { claimNextPiece } from './claim-crawl.ts';
import { readIssues, readShape, readSite } from './crawl-results.ts';
import { findCrawlRow, toCrawl } from './crawl-row.ts';
import { addUrls, beginCrawl, endStep, renewStep, setLinks, stopCrawl } from './crawl-steps.ts';
import { deleteCrawl, deleteHiddenCrawls, deleteOutdatedCrawls } from './delete-crawls.ts';
import { findEarlierPage, findPredecessor } from './earlier-pages.ts';
import { cancelCrawl, endCrawl } from './end-crawl.ts';
import { endPage } from './end-page.ts';
import { createCrawl } from './insert-crawl.ts';
import { findPage, listPageRows } from './list-crawl-pages.ts';
import { countUnendedCrawls, findPreviousCrawl, listCrawlRows } from './list-crawls.ts';
import { findUrlRows, readUrlRows, readUrlRowsByUrl } from './read-crawl-urls.ts';
import { refillUrls } from './refill-urls.ts';
import { revisePages } from './revise-pages.ts';

/** The crawls of a store. */
export function crawlStore(
  builder: QueryBuilder,
  runner: Runner,
  readTexts: ReadTexts,
): CrawlStore {
  const { read, write, writeUnsynced, readStatement: readOnce, writeStatement } = runner;
  const unpack = async (details: Uint8Array): Promise<ReportDetails> => {
    const { done, value } = unpackDetails(details, readTexts).next();
    // Nearly always, the texts of the ruleset are known, and no connection is necessary.
    return done ? value : readOnce(() => unpackDetails(details, readTexts));
  };
  return {
    create: (crawl, attempt) => write(() => createCrawl(builder, crawl, attempt)),
    async find(ownerId, id) {
      const row = isId(id) ? await readOnce(() => findCrawlRow(builder, ownerId, id)) : undefined;
      return row && toCrawl(row);
    },
    list: async (ownerId, query) =>
      isId(query.websiteId ?? 1)
        ? read(() => listCrawlRows(builder, ownerId, query))
        : { rows: [], total: 0, totalRelation: 'eq' },
    listPages: async (ownerId, crawlId, query) =>
      isId(crawlId) ? read(() => listPageRows(builder, ownerId, crawlId, query)) : undefined,
    findPage: async (ownerId, crawlId, id) =>
      isId(crawlId) && isNumber(id)
        ? read(() => findPage(builder, readTexts, ownerId, crawlId, id))
        : undefined,
    async shape(ownerId, crawlId) {
      if (!isId(crawlId)) return undefined;
      const packed = await read(() => readShape(builder, ownerId, crawlId));
      return packed && unpackJson<CrawlShape>('shape of a crawl', packed);
    },
    async issues(ownerId, crawlId) {
      if (!isId(crawlId)) return undefined;
      const packed = await read(() => readIssues(builder, ownerId, crawlId));
      return packed && unpackAll<SiteIssue>(packed);
    },
    findPrevious: async (ownerId, { id, websiteId }) =>
      isId(id) && websiteId !== null && isId(websiteId)
        ? readOnce(() => findPreviousCrawl(builder, ownerId, websiteId, id))
        : undefined,
    findPredecessor: async (crawlId, site) =>
      isId(crawlId) ? readOnce(() => findPredecessor(builder, crawlId, site)) : undefined,
    findEarlier: async (crawlId, page) =>
      isId(crawlId) && isNumber(page.id)
        ? readOnce(() => findEarlierPage(builder, crawlId, page))
        : undefined,
    async readUrls(crawlId, query) {
      if (!isId(crawlId)) return [];
      if (!('outlines' in query)) return read(() => readUrlRowsByUrl(builder, crawlId, query));
      const rows = await read(() => readUrlRows(builder, crawlId, query));
      return Promise.all(
        rows.map(async ({ url, outline }) =>
          outline === null ? url : { ...url, outline: await unpackOutline(outline) },
        ),
      );
    },
    async readChangedDetails(from, to, pages) {
      const pairs = pages.filter((page) => isNumber(page.from) && isNumber(page.to));
      if (!isId(from) || !isId(to) || pairs.length === 0) return [];
      const rows = await readOnce(() => readChangedDetailRows(builder, from, to, pairs));
      const changed: ChangedDetails[] = [];
      for (const { before, after, ...numbers } of rows) {
        changed.push({
          ...numbers,
          before: await unpack(before),
          after: await unpack(after),
        });
        // Details of hostile pages take milliseconds each.
        await yieldToEventLoop();
      }
      return changed;
    },
    findUrls: async (crawlId, urls) =>
      isId(crawlId) && urls.length > 0 ? readOnce(() => findUrlRows(builder, crawlId, urls)) : [],
    readSite: async (crawlId) =>
      isId(crawlId) ? readOnce(() => readSite(builder, crawlId)) : undefined,
    claim: async (claim) =>
      isId(claim.crawlId ?? 1) ? claimNextPiece(builder, runner, claim) : undefined,
    admit: (maxAdmitted) => write(() => admitCrawls(builder, maxAdmitted)),
    renew: async (lease, leaseMs, now) =>
      isLease(lease) && writeStatement(() => renewStep(builder, lease, leaseMs, now)),
    begin: async (lease, begun) => isLease(lease) && write(() => beginCrawl(builder, lease, begun)),
    async endPage(lease, given, now, asked) {
      if (!isLease(lease)) return { isEnded: false };
      const outcome = withEarlierNumber(given);
      const packed = await packOutcome(outcome);
      const { crawlId } = lease;
      const claim = asked && { ...asked, now, crawlId };
      const { isEnded, next } = await writeUnsynced(() =>
        endPage(builder, lease, outcome, packed, now, claim),
      );
      const claimed =
        next === 'again' ? claim && (await claimNextPiece(builder, runner, claim)) : next;
      return { isEnded, ...(claimed && { next: claimed }) };
    },
    addUrls: async (lease, urls) => isLease(lease) && write(() => addUrls(builder, lease, urls)),
    refill: async (lease, urls) =>
      isLease(lease) &&
      write(() =>
        refillUrls(
          builder,
          lease,
          urls.filter(({ id }) => isNumber(id)),
        ),
      ),
    setLinks: async (lease, links) =>
      isLease(lease) && write(() => setLinks(builder, lease, links)),
    async revisePages(lease, pages) {
      if (!isLease(lease)) return false;
      const revised = await Promise.all(
        pages
          .filter(({ id }) => isNumber(id))
          .map(async (page) => ({
            ...page,
            packed: await packDetails({ ...page.details, ...page }),
          })),
      );
      return write(() => revisePages(builder, lease, revised));
    },
    endStep: async (lease, next, now, frontier) =>
      isLease(lease) && write(() => endStep(builder, lease, next, now, frontier)),
    stop: async (lease, end, now) =>
      isLease(lease) && write(() => stopCrawl(builder, lease, end, now)),
    async end(lease, ended, now) {
      if (!isLease(lease)) return false;
      const packed =
        ended.status === 'done'
          ? {
              issues: await Promise.all(ended.issues.map((issue) => packJson(issue))),
              shape: await packJson(ended.shape),
            }
          : { issues: [] };
      return write(() => endCrawl(builder, lease, ended, packed, now));
    },
    cancel: async (ownerId, id, now) =>
      isId(id) ? write(() => cancelCrawl(builder, ownerId, id, now)) : undefined,
    delete: async (ownerId, id) => isId(id) && write(() => deleteCrawl(builder, ownerId, id)),
    deleteOutdated: (query) => write(() => deleteOutdatedCrawls(builder, query)),
    deleteHidden: (ownerId) => write(() => deleteHiddenCrawls(builder, ownerId)),
    countUnended: () => readOnce(() => countUnendedCrawls(builder)),
  };
}

/** Compressed before anything is locked. A page that is lost in a power failure is requested again. */
async function packOutcome(outcome: CrawlPageOutcome): Promise<PackedDetails | undefined> {
  if (outcome.kind === 'done') return packDetails({ ...outcome.details, ...outcome });
  if (outcome.kind !== 'found' || outcome.outline === undefined) return undefined;
  return { bytes: new Uint8Array(), outline: await packOutline(outcome.outline) };
}

/** No crawl has a page with a number that databases cannot store. */
function withEarlierNumber(outcome: CrawlPageOutcome): CrawlPageOutcome {
  const isStorable = outcome.kind !== 'unchanged' || isNumber(outcome.earlierId);
  return isStorable ? outcome : { kind: 'given_back', isDifferent: true };
}

function unpackAll<Value>(packed: readonly Uint8Array[]): Promise<readonly Value[]> {
  return Promise.all(packed.map((bytes) => unpackJson<Value>('issue of a crawl', bytes)));
}

function isLease({ crawlId, page }: CrawlLease): boolean {
  return isId(crawlId) && (page === null || isNumber(page));
}

/** Whether a number can be the number of a page, which databases store in 32 bits. */
function isNumber(number: number): boolean {
  return isId(number) && number < 2 ** 31;
}
