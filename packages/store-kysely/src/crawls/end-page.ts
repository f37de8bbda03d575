import { withRuleset } from '@sitegrade/core/internal';
import type {
  ClaimedCrawl,
  CrawlClaimOfOne,
  CrawlLease,
  CrawlPageOutcome,
} from '@sitegrade/core/store';
import { type CompiledQuery, type Selectable, sql, type UpdateObject } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { PackedDetails } from '../reports/report-details.ts';
import { hasTexts, insertTexts } from '../reports/ruleset-texts.ts';
import type { Tables } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';
import { countTime } from './active-time.ts';
import { claimOfLocked } from './claim-crawl.ts';
import { delayHost } from './crawl-hosts.ts';
import { ended, hasUnendedPages, queuedAgain } from './crawl-page-row.ts';
import { movePage, type PageCount, withScore } from './crawl-progress.ts';
import { type CrawlRow, crawlColumns, isClosed, lockCrawl, progressOf } from './crawl-row.ts';

/** Ends an attempt at a page, if its lease has not ended. */
export function* endPage(
  builder: QueryBuilder,
  lease: CrawlLease,
  outcome: CrawlPageOutcome,
  packed: PackedDetails | undefined,
  now: Date,
): Work<boolean> {
  return (yield* endOnLocked(builder, lease, outcome, packed, now)).isEnded;
}

/** Ends an attempt at a page, and leases the next piece of work of the crawl. */
export function* endPageAndClaim(
  builder: QueryBuilder,
  lease: CrawlLease,
  outcome: CrawlPageOutcome,
  packed: PackedDetails | undefined,
  claim: CrawlClaimOfOne,
): Work<{ readonly isEnded: boolean; readonly next: ClaimedCrawl | undefined | 'again' }> {
  const { isEnded, crawl } = yield* endOnLocked(builder, lease, outcome, packed, claim.now);
  return { isEnded, next: crawl && (yield* claimOfLocked(builder, claim, crawl)) };
}

/** Also returns the crawl, which it locks, unless it has ended. */
function* endOnLocked(
  builder: QueryBuilder,
  { crawlId, page: number, token }: CrawlLease,
  outcome: CrawlPageOutcome,
  packed: PackedDetails | undefined,
  now: Date,
): Work<{ readonly isEnded: boolean; readonly crawl: CrawlRow | undefined }> {
  const crawl = number === null ? undefined : yield* lockCrawl(builder, crawlId);
  if (crawl === undefined || number === null) return { isEnded: false, crawl };
  const page = yield* firstOf(changePage(builder, { crawlId, number, token }, outcome));
  if (page === undefined) return { isEnded: false, crawl };

  if (packed) yield* insertDetails(builder, crawlId, number, packed);
  const delayMs = 'delayMs' in outcome ? (outcome.delayMs ?? 0) : 0;
  if (outcome.kind === 'put_back' || delayMs > 0) {
    yield delayHost(builder, { host: crawl.host, delayMs, now: now.getTime() });
  }
  const moved = movePage(
    progressOf(crawl),
    page.kind,
    'running',
    countOf(outcome, isClosed(crawl)),
  );
  const isScored = outcome.kind === 'done' && page.kind === 'page';
  const progress = isScored ? withScore(moved, outcome.score, outcome.result) : moved;
  const isLast = crawl.step === null && !(yield* hasUnendedPages(builder, crawlId));
  const changed = yield* firstOf(
    changeCounts(builder, {
      id: crawlId,
      now: now.getTime(),
      delayMs,
      progress: JSON.stringify(progress),
      refusals: refusalsAfter(outcome, crawl.refusals),
      rulesetVersion:
        outcome.kind === 'done'
          ? withRuleset(crawl.ruleset_version, outcome.rulesetVersion)
          : crawl.ruleset_version,
      // A crawl that is at its pages has no lease.
      step: isLast ? 'expand' : crawl.step,
    }),
  );
  return { isEnded: true, crawl: changed };
}

/** Which attempt at a page. */
interface Attempt {
  readonly crawlId: number;
  readonly number: number;
  readonly token: string;
}

type EndedPage = Pick<Selectable<Tables['sitegrade_crawl_pages']>, 'kind'>;

function changePage(
  builder: QueryBuilder,
  attempt: Attempt,
  outcome: CrawlPageOutcome,
): CompiledQuery<EndedPage> {
  if (outcome.kind !== 'done') return changeAttempt(builder, attempt, changeBy(outcome)).compile();
  const { title, score, result, httpStatus } = outcome;
  return donePage(builder, { ...attempt, title, score, result, httpStatus });
}

function changeAttempt(
  { db }: QueryBuilder,
  { crawlId, number, token }: Attempt,
  change: UpdateObject<Tables, 'sitegrade_crawl_pages', 'sitegrade_crawl_pages'>,
) {
  return db
    .updateTable('sitegrade_crawl_pages')
    .set(change)
    .where('crawl_id', '=', crawlId)
    .where('number', '=', number)
    .where('lease_token', '=', token)
    .returning('kind');
}

type DonePage = Attempt & Pick<DoneOutcome, 'title' | 'score' | 'result' | 'httpStatus'>;
type DoneOutcome = Extract<CrawlPageOutcome, { readonly kind: 'done' }>;

const donePage = fixedQuery(
  (
    builder: QueryBuilder,
    { crawlId, number, token, title, score, result, httpStatus }: DonePage,
  ): CompiledQuery<EndedPage> => {
    const change = {
      ...ended,
      state: 'done',
      title,
      score,
      result,
      http_status: httpStatus,
    } as const;
    return changeAttempt(builder, { crawlId, number, token }, change).compile();
  },
);

/** Values of {@link changeCounts}. */
interface Counts {
  readonly id: number;
  readonly now: number;
  readonly delayMs: number;
  readonly progress: string;
  readonly refusals: number;
  readonly rulesetVersion: string | null;
  readonly step: CrawlRow['step'];
}

const changeCounts = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { id, now, delayMs, progress, refusals, rulesetVersion, step }: Counts,
  ): CompiledQuery<CrawlRow> =>
    db
      .updateTable('sitegrade_crawls')
      .set({
        ...countTime(dialect.now(now), { delayMs }),
        ...{ progress, refusals, ruleset_version: rulesetVersion, step, due_at: 0 },
      })
      .where('id', '=', id)
      .returning(crawlColumns)
      .compile(),
);

function changeBy(outcome: Exclude<CrawlPageOutcome, DoneOutcome>) {
  switch (outcome.kind) {
    case 'redirected': {
      const { location, httpStatus } = outcome;
      return { ...ended, state: 'redirected', location, http_status: httpStatus } as const;
    }
    case 'failed': {
      const error = JSON.stringify(outcome.error);
      return { ...ended, state: 'failed', error, http_status: outcome.httpStatus } as const;
    }
    case 'skipped': {
      const { skipReason, httpStatus } = outcome;
      return {
        ...ended,
        state: 'skipped',
        skip_reason: skipReason,
        http_status: httpStatus,
      } as const;
    }
    case 'found':
      return { ...ended, state: 'done', http_status: outcome.httpStatus } as const;
    case 'put_back':
      return { ...queuedAgain, put_backs: sql<number>`put_backs + 1` } as const;
    case 'given_back':
      return queuedAgain;
  }
}

function countOf(outcome: CrawlPageOutcome, closed: boolean): PageCount {
  if (outcome.kind === 'found') return 'done';
  if (outcome.kind === 'skipped') return { skipped: outcome.skipReason };
  if (outcome.kind !== 'put_back' && outcome.kind !== 'given_back') return outcome.kind;
  return closed ? { skipped: 'ended' } : 'queued';
}

function refusalsAfter(outcome: CrawlPageOutcome, refusals: number): number {
  if (outcome.kind === 'given_back') return refusals;
  const isRefusal = outcome.kind === 'put_back' || (outcome.kind === 'failed' && outcome.isRefusal);
  return isRefusal ? refusals + 1 : 0;
}

function* insertDetails(
  builder: QueryBuilder,
  crawlId: number,
  number: number,
  { bytes, texts, outline = new Uint8Array() }: PackedDetails,
): Work<void> {
  yield insertDetailsRow(builder, { crawlId, number, bytes, outline });
  if (texts && !(yield* hasTexts(builder, texts.id))) yield insertTexts(builder, texts);
}

/** Values of {@link insertDetailsRow}. */
interface DetailsRow {
  readonly crawlId: number;
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly outline: Uint8Array;
}

const insertDetailsRow = fixedQuery(
  ({ db }: QueryBuilder, { crawlId, number, bytes, outline }: DetailsRow) =>
    db
      .insertInto('sitegrade_crawl_page_details')
      .values({ crawl_id: crawlId, number, details: bytes, outline })
      .compile(),
);
