import type { CrawlProgress, CrawlUrlKind } from '@sitegrade/core';
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
import { delayHost } from '../visiting/host-row.ts';
import { firstOf, type Work } from '../work.ts';
import { countTime } from './active-time.ts';
import { claimOfLocked } from './claim-crawl.ts';
import { ended, findingColumns, hasUnendedPages, queuedAgain } from './crawl-page-row.ts';
import { movePage, type PageCount, withScore } from './crawl-progress.ts';
import { type CrawlRow, crawlColumns, isClosed, lockCrawl, progressOf } from './crawl-row.ts';
import { type KeptPage, keepPage, urlHash } from './earlier-pages.ts';

/** Ends an attempt at a page, if its lease has not ended. With a claim, it leases the next piece of work of the crawl. */
export function* endPage(
  builder: QueryBuilder,
  lease: CrawlLease,
  outcome: CrawlPageOutcome,
  packed: PackedDetails | undefined,
  now: Date,
  claim: CrawlClaimOfOne | undefined,
): Work<{ readonly isEnded: boolean; readonly next: ClaimedCrawl | undefined | 'again' }> {
  const { isEnded, crawl } = yield* endOnLocked(builder, lease, outcome, packed, now);
  return { isEnded, next: claim && crawl && (yield* claimOfLocked(builder, claim, crawl)) };
}

/** Also returns the crawl, which it locks, unless it has ended. */
function* endOnLocked(
  builder: QueryBuilder,
  { crawlId, page: number, token }: CrawlLease,
  given: CrawlPageOutcome,
  packed: PackedDetails | undefined,
  now: Date,
): Work<{ readonly isEnded: boolean; readonly crawl: CrawlRow | undefined }> {
  const crawl = number === null ? undefined : yield* lockCrawl(builder, crawlId);
  if (crawl === undefined || number === null) return { isEnded: false, crawl };
  const attempt = { crawlId, number, token };
  const outcome = given.kind === 'unchanged' ? yield* withKept(builder, attempt, given) : given;
  const page = yield* firstOf(changePage(builder, attempt, outcome));
  if (page === undefined) return { isEnded: false, crawl };

  if (packed && (outcome.kind === 'done' || outcome.kind === 'found')) {
    const reading = outcome.kind === 'done' ? outcome.reading : undefined;
    yield* insertDetails(builder, attempt, { url: page.url, reading }, packed);
  }
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
  const progress = withResults(moved, outcome, page.kind);
  const isLast = crawl.step === null && !(yield* hasUnendedPages(builder, crawlId));
  const changed = yield* firstOf(
    changeCounts(builder, {
      id: crawlId,
      now: now.getTime(),
      delayMs,
      isEnd: outcome.kind === 'put_back' || outcome.kind === 'given_back' ? 0 : 1,
      progress: JSON.stringify(progress),
      refusals: refusalsAfter(outcome, crawl.refusals),
      rulesetVersion:
        outcome.kind === 'done' || outcome.kind === 'kept'
          ? withRuleset(crawl.ruleset_version, outcome.rulesetVersion)
          : crawl.ruleset_version,
      // A crawl that is at its pages has no lease.
      step: isLast ? 'expand' : crawl.step,
    }),
  );
  return { isEnded: true, crawl: changed };
}

type UnchangedOutcome = Extract<CrawlPageOutcome, { readonly kind: 'unchanged' }>;

/** An outcome with what the page takes over of the one of the crawl before. */
type AttemptOutcome =
  | Exclude<CrawlPageOutcome, UnchangedOutcome>
  | (KeptPage & { readonly kind: 'kept'; readonly rulesetVersion: string });

/** Copies the results of the earlier page. The page is given back if that does not exist any more. */
function* withKept(
  builder: QueryBuilder,
  attempt: Attempt,
  { earlierId: earlier, reading, rulesetVersion }: UnchangedOutcome,
): Work<AttemptOutcome> {
  const kept = yield* keepPage(builder, { ...attempt, earlier, reading });
  if (kept === undefined) return { kind: 'given_back', isDifferent: true };
  return { kind: 'kept', ...kept, rulesetVersion };
}

function withResults(
  moved: CrawlProgress,
  outcome: AttemptOutcome,
  kind: CrawlUrlKind,
): CrawlProgress {
  if (kind !== 'page' || (outcome.kind !== 'done' && outcome.kind !== 'kept')) return moved;
  const scored = withScore(moved, outcome.score, outcome.result);
  return outcome.kind === 'kept' ? { ...scored, unchanged: scored.unchanged + 1 } : scored;
}

/** Which attempt at a page. */
interface Attempt {
  readonly crawlId: number;
  readonly number: number;
  readonly token: string;
}

type EndedPage = Pick<Selectable<Tables['sitegrade_crawl_pages']>, 'kind' | 'url'>;

function changePage(
  builder: QueryBuilder,
  attempt: Attempt,
  outcome: AttemptOutcome,
): CompiledQuery<EndedPage> {
  if (outcome.kind !== 'done' && outcome.kind !== 'kept') {
    return changeAttempt(builder, attempt, changeBy(outcome)).compile();
  }
  const { title, score, result, httpStatus } = outcome;
  const isKept = outcome.kind === 'kept';
  const { worst, findings } = isKept ? outcome : findingColumns(outcome.outline);
  const page = { title, score, result, httpStatus, worst, findings };
  return donePage(builder, { ...attempt, ...page, isUnchanged: isKept ? 1 : 0 });
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
    .returning(['kind', 'url']);
}

type DonePage = Attempt & KeptPage & { readonly isUnchanged: number };

const donePage = fixedQuery((builder: QueryBuilder, values: DonePage): CompiledQuery<EndedPage> => {
  const { crawlId, number, token, httpStatus, isUnchanged } = values;
  const { title, score, result, worst, findings } = values;
  const change = {
    ...ended,
    state: 'done',
    title,
    score,
    result,
    worst,
    findings,
    http_status: httpStatus,
    is_unchanged: isUnchanged,
  } as const;
  return changeAttempt(builder, { crawlId, number, token }, change).compile();
});

/** Values of {@link changeCounts}. */
interface Counts {
  readonly id: number;
  readonly now: number;
  readonly delayMs: number;
  /** 1 if the page has ended, 0 if it is queued again. */
  readonly isEnd: number;
  readonly progress: string;
  readonly refusals: number;
  readonly rulesetVersion: string | null;
  readonly step: CrawlRow['step'];
}

const changeCounts = fixedQuery(
  (
    { db, dialect }: QueryBuilder,
    { id, now, delayMs, isEnd, progress, refusals, rulesetVersion, step }: Counts,
  ): CompiledQuery<CrawlRow> =>
    db
      .updateTable('sitegrade_crawls')
      .set({
        ...countTime(dialect.now(now), { delayMs }),
        progress,
        refusals,
        ruleset_version: rulesetVersion,
        step,
        due_at: 0,
        last_page_at: sql<number>`case when ${isEnd} = 1 then ${dialect.now(now)} else last_page_at end`,
      })
      .where('id', '=', id)
      .returning(crawlColumns)
      .compile(),
);

function changeBy(outcome: Exclude<AttemptOutcome, { readonly kind: 'done' | 'kept' }>) {
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
      return outcome.isDifferent ? { ...queuedAgain, is_unchanged: 0 } : queuedAgain;
  }
}

function countOf(outcome: AttemptOutcome, closed: boolean): PageCount {
  if (outcome.kind === 'found' || outcome.kind === 'kept') return 'done';
  if (outcome.kind === 'skipped') return { skipped: outcome.skipReason };
  if (outcome.kind !== 'put_back' && outcome.kind !== 'given_back') return outcome.kind;
  return closed ? { skipped: 'ended' } : 'queued';
}

function refusalsAfter(outcome: AttemptOutcome, refusals: number): number {
  if (outcome.kind === 'given_back') return refusals;
  const isRefusal = outcome.kind === 'put_back' || (outcome.kind === 'failed' && outcome.isRefusal);
  return isRefusal ? refusals + 1 : 0;
}

function* insertDetails(
  builder: QueryBuilder,
  { crawlId, number }: Attempt,
  { url, reading = null }: { readonly url: string; readonly reading?: string | null | undefined },
  { bytes, texts, outline = new Uint8Array() }: PackedDetails,
): Work<void> {
  const hash = reading === null ? null : urlHash(url);
  yield insertDetailsRow(builder, { crawlId, number, hash, reading, bytes, outline });
  if (texts && !(yield* hasTexts(builder, texts.id))) yield insertTexts(builder, texts);
}

/** Values of {@link insertDetailsRow}. */
interface DetailsRow {
  readonly crawlId: number;
  readonly number: number;
  readonly hash: number | null;
  readonly reading: string | null;
  readonly bytes: Uint8Array;
  readonly outline: Uint8Array;
}

const insertDetailsRow = fixedQuery(
  ({ db }: QueryBuilder, { crawlId, number, hash, reading, bytes, outline }: DetailsRow) =>
    db
      .insertInto('sitegrade_crawl_page_details')
      .values({
        crawl_id: crawlId,
        number,
        url_hash: hash,
        reading,
        details: bytes,
        outline,
      })
      .compile(),
);
