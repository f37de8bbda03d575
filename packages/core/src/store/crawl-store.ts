import type { PageOutline, Result } from '@sitegrade/audit';
import type { List } from '../listing/listing.ts';
import type { CheckInfo } from './check-info.ts';
import type {
  Crawl,
  CrawlEnd,
  CrawledUrl,
  CrawlPage,
  CrawlPageSummary,
  CrawlScope,
  CrawlUrlKind,
  Recrawl,
  SkipReason,
} from './crawl.ts';
import type { CrawlListQuery, CrawlPageListQuery } from './crawl-listing.ts';
import type { CrawlShape } from './crawl-shape.ts';
import type { DeletedPart } from './deleted-part.ts';
import type { DoneAttempt } from './idempotency-store.ts';
import type { JobError } from './job.ts';
import type { ReportDetails } from './report.ts';
import type { SiteIssue } from './site-issue.ts';
import type { Privacy } from './website.ts';

/**
 * Crawls, their pages, and which crawl is served next. As for jobs, the state of a crawl and of a page changes only
 * here, so that each page ends exactly once, however many workers there are.
 *
 * A crawl that has not ended is either at its pages, which are requested in the order of their numbers, or at a
 * step: work on the crawl as a whole (`start`, `expand`, `finish`), which one worker does while no page is running.
 * When no page is queued or running any more, the crawl is at the step `expand`.
 *
 * Times as in `JobStore`: a store that several machines share uses the clock of its database.
 */
export interface CrawlStore {
  /**
   * Inserts a queued crawl at the step `start`, unless a quota would be exceeded, and admits crawls as `admit` does.
   * Ids, and attempts with a key, as in `JobStore`.
   */
  create(crawl: NewCrawl, attempt?: DoneAttempt): Promise<CrawlCreation>;
  find(ownerId: string, id: number): Promise<Crawl | undefined>;
  /** One page of the owner's crawls. Totals are exact. */
  list(ownerId: string, query: CrawlListQuery): Promise<List<Crawl>>;
  /** One page of a crawl's pages (no other URLs), sorted when read. `undefined` if the owner has no such crawl. */
  listPages(
    ownerId: string,
    crawlId: number,
    query: CrawlPageListQuery,
  ): Promise<List<CrawlPageSummary> | undefined>;
  findPage(ownerId: string, crawlId: number, id: number): Promise<CrawlPage | undefined>;
  /** What its pages are like: `null` unless it is done, `undefined` if the owner has no such crawl. */
  shape(ownerId: string, crawlId: number): Promise<CrawlShape | null | undefined>;
  /** The stored issues, in order; `undefined` if the owner has no such crawl. None until it is done. */
  issues(ownerId: string, crawlId: number): Promise<readonly SiteIssue[] | undefined>;
  /** The latest crawl of the same website with a lower id that is done. */
  findPrevious(ownerId: string, crawl: Pick<Crawl, 'id' | 'websiteId'>): Promise<Crawl | undefined>;
  /**
   * The latest crawl of the same owner before this one that is done and has a basis, with this domain, origin and
   * the same `source`, `include`, `exclude` and `maxPages`.
   */
  findPredecessor(
    crawlId: number,
    site: Pick<BegunCrawl, 'domain' | 'origin'>,
  ): Promise<Predecessor | undefined>;
  /**
   * How a page of a crawl was read in the crawl before: that of the same URL, if that crawl still exists and belongs
   * to the same owner, the page was `done` with a reading, and it was not found to be different in this crawl.
   */
  findEarlier(
    crawlId: number,
    page: Pick<CrawledUrl, 'id' | 'url'>,
  ): Promise<EarlierPage | undefined>;
  /** The next URLs of a crawl by number or by code point, of any kind. Needs no lease. */
  readUrls(crawlId: number, query: UrlsQuery | UrlsByUrlQuery): Promise<readonly CrawledUrl[]>;
  /**
   * The details of pages that two crawls have. Leaves out those that the later crawl did not read (`isUnchanged`) and
   * whose details are the same: they may differ, too, as the end of a crawl evaluates links again. Leaves out pages that
   * do not exist or are not `done`. At most 100. Needs no lease.
   */
  readChangedDetails(
    from: number,
    to: number,
    pages: readonly PagePair[],
  ): Promise<readonly ChangedDetails[]>;
  /** Which of the URLs the crawl has, of any kind, with their numbers. At most 1,000. */
  findUrls(crawlId: number, urls: readonly string[]): Promise<readonly FoundUrl[]>;
  /** What `begin` stored about the site. */
  readSite(crawlId: number): Promise<Uint8Array | undefined>;
  /**
   * Admits crawls while fewer than `maxAdmitted` of those that have not ended are admitted: the next is that of the
   * owner with the fewest admitted ones, and of those the one with the lowest id. A crawl that is not admitted waits:
   * no piece of it is claimed, and it delays no others. Returns how many were admitted, at most 100. Concurrent calls
   * never exceed the limit together.
   */
  admit(maxAdmitted: number): Promise<number>;
  /**
   * Leases the next piece of work of the crawl that was served longest ago, is admitted, and for which there is work:
   *
   * - a step, if no page of the crawl is running (with a lease that has not expired);
   * - the first page that is queued, or whose lease has expired, unless its host has as many running pages as
   *   `perHost`, over all crawls of all owners, or its next request is not due. Claiming it delays the next request
   *   of the host by `delayMs` of the crawl. A page whose lease has expired `maxAttempts` times is `failed`
   *   with `interrupted`, and the next one is claimed.
   *
   * A step `start` takes all slots of its host: it is claimed when no page or other `start` of the host is running
   * and the next request is due. While it waits, no page of the host is claimed for a crawl that was served after
   * it was admitted (unless its owner is `exceptOwner`), so that it does not wait forever. A crawl that is admitted
   * counts as served when the last one was, so that crawls that are created again and again do not delay others.
   *
   * A step whose lease has expired `maxAttempts` times ends the crawl as `failed` with `interrupted`, and one call
   * returns it as `ended`, with nothing to do. The error of such a page or crawl is `interruptedError`. When the step
   * `finish` is claimed, the expired leases of pages end.
   *
   * It also counts the time for which a crawl was active: while a piece of it was leased, and while its host was to
   * get no request because of it (its `delayMs`, and that of a page that was put back or given back). The time is
   * counted when a piece is claimed, renewed or ends, at most ten minutes at once: a machine may have slept. Time in
   * which the crawl waited for a worker, for other crawls of its host, or for leases of lost workers does not count.
   *
   * Concurrent calls never get the same work. `undefined` if there is none.
   */
  claim(query: CrawlClaim): Promise<ClaimedCrawl | undefined>;
  /**
   * Renews the lease of a step: it expires `leaseMs` from now. `false`, without any change, if the lease has ended. A
   * lease that has expired is renewed unless the step was claimed again.
   */
  renew(lease: CrawlLease, leaseMs: number, now: Date): Promise<boolean>;
  /**
   * Ends the step `start`: finds or creates the website of `domain` (as `reports.create` does, without updating its
   * counters), stores what is known of the site, inserts `urls` and goes on to the pages. `false`, without any
   * change, if the lease has ended; so for all methods with a lease.
   */
  begin(lease: CrawlLease, begun: BegunCrawl): Promise<boolean>;
  /**
   * Ends an attempt at a URL: one conditional write that updates the progress of the crawl and nothing
   * else. Counts refusals in a row: a page that was given back changes nothing, any other outcome resets the count. An
   * image or target that was `found` is `done`. At the step `finish`, a page to be queued again is skipped (`ended`).
   *
   * A page that is `unchanged` is `done` with the title, score, result, details and outline of the page of the crawl
   * before. If `findEarlier` would not find that page any more, this one is given back with `isDifferent`.
   *
   * With `claim`, it then leases the next piece of work of the same crawl as `claim` does, whether or not the lease had
   * ended: in one transaction, because a second one costs more than the work itself.
   */
  endPage(
    lease: CrawlLease,
    outcome: CrawlPageOutcome,
    now: Date,
    claim?: Omit<CrawlClaimOfOne, 'now'>,
  ): Promise<EndedPage>;
  /**
   * Inserts URLs during a step. Those whose number exists stay as they are, so that a step can be repeated. Rejects if
   * one of the others is a URL that the crawl has under another number. At most 1,000.
   */
  addUrls(lease: CrawlLease, urls: readonly NewCrawlUrl[]): Promise<boolean>;
  /**
   * Changes URLs that were skipped for `max_pages`, during a step: queues them, or gives them another reason. Others
   * stay as they are, so that a step can be repeated. At most 1,000.
   */
  refill(lease: CrawlLease, urls: readonly RefilledUrl[]): Promise<boolean>;
  /** Stores depths and inlinks during a step. At most 1,000. */
  setLinks(lease: CrawlLease, links: readonly PageLinks[]): Promise<boolean>;
  /**
   * Replaces the scores, details and outlines of pages that are `done`, during a step, with the progress. Others stay
   * as they are. At most 1,000.
   */
  revisePages(lease: CrawlLease, pages: readonly RevisedCrawlPage[]): Promise<boolean>;
  /**
   * Ends a step. `pages`: goes on to the queued pages; to the step `expand` if there are none. `given_back`: the step is
   * claimed again at once, and the attempt does not count. Otherwise to that step; `finish` skips the pages that are
   * queued (`ended`). Stores the frontier, if it is given: without a step that was interrupted, it is the same for all
   * URLs that are stored.
   */
  endStep(
    lease: CrawlLease,
    next: CrawlStep | 'pages' | 'given_back',
    now: Date,
    frontier?: CrawlFrontier,
  ): Promise<boolean>;
  /**
   * With the lease of a page, or of the step `expand`: skips all queued pages (`ended`) and goes on to the step
   * `finish`, to end for this reason. Pages that are running may still end, also that of the lease. `false`, without
   * any change, if the lease has ended, or if the crawl has not begun or is at the step `finish`.
   */
  stop(lease: CrawlLease, end: CrawlEnd, now: Date): Promise<boolean>;
  /** Ends the crawl, in the step `start` or `finish`. Pages that have not ended are skipped (`ended`). */
  end(lease: CrawlLease, ended: EndedCrawl, now: Date): Promise<boolean>;
  /**
   * Cancels a crawl that has not ended: its leases become invalid, and pages that have not ended are skipped
   * (`ended`). `undefined` if the owner has no such crawl. Of concurrent calls, one has ended it.
   */
  cancel(ownerId: string, id: number, now: Date): Promise<CanceledCrawl | undefined>;
  /** Deletes the crawl, in any state: nothing finds it any more. `deleteHidden` deletes its rows. */
  delete(ownerId: string, id: number): Promise<boolean>;
  /**
   * Deletes, as `delete` does, some crawls that have ended: those created before a time, and those with
   * `keepPerWebsite` newer ones of their website. At most `limit`.
   */
  deleteOutdated(query: OutdatedCrawlsQuery): Promise<DeletedPart>;
  /** Deletes some rows of deleted crawls, of one owner or of all: at most 1,000. */
  deleteHidden(ownerId: string | undefined): Promise<DeletedPart>;
  /** How many crawls of all owners have not ended. */
  countUnended(): Promise<number>;
}

/** The error of a page or a crawl that was interrupted too often: its workers crashed or were killed. */
export const interruptedError: JobError = {
  code: 'internal',
  message: 'It was interrupted too often.',
};

/** The steps of a crawl. */
export type CrawlStep = 'start' | 'expand' | 'finish';

/** A crawl to insert. */
export interface NewCrawl extends CrawlScope {
  readonly ownerId: string;
  readonly url: string;
  /** The host and port of `url`, for the limits of requests to one host. */
  readonly host: string;
  /** Default: `all`. */
  readonly recrawl?: Recrawl;
  readonly createdAt: Date;
  /** How many crawls of the owner may be unended, with this one. */
  readonly maxRunning: number;
  /** As for `admit`. */
  readonly maxAdmitted: number;
  /**
   * How many pages the crawls of the owner may have in a day, with `maxPages` of this one. The days are those of
   * UTC. Deleting a crawl does not make room for others; a crawl that ends on that day makes room for what it did
   * not request: `maxPages` less the pages that are done, redirected, failed or `not_html`.
   */
  readonly maxPagesPerDay: number;
}

/** The outcome of {@link CrawlStore.create}: nothing is stored if a quota would be exceeded. */
export type CrawlCreation =
  | { readonly outcome: 'created'; readonly crawl: Crawl }
  | {
      readonly outcome: 'quota_exceeded';
      readonly quota: 'runningCrawls' | 'crawlPagesPerDay';
      readonly used: number;
    }
  /** Nothing is stored: the attempt no longer holds its key. */
  | { readonly outcome: 'key_lost' };

/** Which URLs to read by number. */
export interface UrlsQuery {
  /** The number of the last URL that was read; 0 at first. */
  readonly after: number;
  /** How many to read, at most. */
  readonly limit: number;
  /** Whether to read the outlines. Otherwise they are `null`. */
  readonly outlines: boolean;
}

/** Which URLs to read by code point, without outlines. */
export interface UrlsByUrlQuery {
  /** Those after this one: of a crawl or not. */
  readonly after: string;
  /** How many to read, at most. */
  readonly limit: number;
}

/** A page that two crawls have: its number in each of them. */
export interface PagePair {
  readonly from: number;
  readonly to: number;
}

/** A page that two crawls have, with its details in each of them. */
export interface ChangedDetails extends PagePair {
  readonly before: ReportDetails;
  readonly after: ReportDetails;
}

/** A URL that a crawl has. */
export interface FoundUrl {
  readonly id: number;
  readonly url: string;
}

/** How far the levels of a crawl are known: of the URLs up to the last one of the last level that was completed. */
export interface CrawlFrontier {
  /** The last level. */
  readonly level: number;
  /** The number of its first URL. */
  readonly first: number;
  /** The number of its last URL. */
  readonly last: number;
  /** The number of characters of the URLs of all pages. */
  readonly characters: number;
  /** Whether the last level is one after the pages: that of the images and targets. */
  readonly hasImages: boolean;
}

/** The frontier of a crawl that begins with these URLs. */
export function firstFrontier(urls: readonly NewCrawlUrl[]): CrawlFrontier {
  const level = Math.max(0, ...urls.map((url) => url.level));
  return {
    level,
    first: urls.find((url) => url.level === level)?.id ?? 1,
    last: urls.length,
    characters: urls
      .filter(({ kind }) => kind === 'page')
      .reduce((sum, { url }) => sum + url.length, 0),
    hasImages: urls.some(({ kind }) => kind !== 'page'),
  };
}

/** What a worker asks for. */
export interface CrawlClaim {
  /** As in `JobClaim`. */
  readonly token: string;
  /** Milliseconds until the lease of a page expires. */
  readonly pageLeaseMs: number;
  /** Milliseconds until the lease of a step expires, unless it is renewed. */
  readonly stepLeaseMs: number;
  /** How many pages of one host may be running. */
  readonly perHost: number;
  readonly maxAttempts: number;
  /** Skips the crawls of this owner. */
  readonly exceptOwner?: string;
  /** Only of this crawl. */
  readonly crawlId?: number;
  readonly now: Date;
}

/** What a worker asks for when it continues one crawl. */
export type CrawlClaimOfOne = Omit<CrawlClaim, 'exceptOwner' | 'crawlId'>;

/** The outcome of {@link CrawlStore.endPage}. */
interface EndedPage {
  /** `false`, without any change, if the lease has ended. */
  readonly isEnded: boolean;
  /** The next piece of work, if one was asked for and there is one. */
  readonly next?: ClaimedCrawl;
}

/** Identifies a lease of a page or a step of a crawl. */
export interface CrawlLease {
  readonly crawlId: number;
  /** The number of the page; `null` for a step. */
  readonly page: number | null;
  readonly token: string;
}

/** A page or a step that was leased, or a crawl that this claim has ended. */
export interface ClaimedCrawl {
  readonly ownerId: string;
  readonly crawl: Crawl;
  readonly lease: CrawlLease;
  /** How many requests in a row the site has refused. */
  readonly refusals: number;
  /** Of its first URLs at first. `null` until it has begun. */
  readonly frontier: CrawlFrontier | null;
  /** For how many milliseconds the crawl was active until now, by the clock of the store. */
  readonly activeMs: number;
  /** How many leases of other workers had expired, of what was claimed and of pages before it. Absent for none. */
  readonly expiredLeases?: number;
  readonly work: /** The crawl has `failed`, because a step was interrupted too often. The lease ends nothing. */
    | { readonly kind: 'ended' }
    | { readonly kind: 'step'; readonly step: CrawlStep; readonly end: CrawlEnd | null }
    | {
        readonly kind: CrawlUrlKind;
        readonly url: string;
        readonly depth: number | null;
        /** How often the page was put back before. */
        readonly putBacks: number;
      };
}

/** A URL that was leased. */
export type ClaimedUrl = Exclude<ClaimedCrawl['work'], { readonly kind: 'step' | 'ended' }>;

/** A URL to insert. */
export interface NewCrawlUrl {
  /** From 1, without gaps. */
  readonly id: number;
  readonly url: string;
  readonly kind: CrawlUrlKind;
  readonly level: number;
  readonly depth: number | null;
  readonly inSitemap: boolean;
  /** If it is not to be requested. */
  readonly skipReason: SkipReason | null;
}

/** A URL that was left out at first, because there were enough pages. */
export interface RefilledUrl {
  readonly id: number;
  /** `null` if it is requested after all. */
  readonly skipReason: SkipReason | null;
}

/** What the step `start` has found. */
export interface BegunCrawl {
  readonly domain: string;
  readonly origin: string;
  /** The host and port of `origin`. */
  readonly host: string;
  /** The time between two requests to the host, from robots.txt; 0 without one. */
  readonly delayMs: number;
  readonly rulesetVersion: string;
  /** Default: it keeps no results, and no later crawl keeps those of this one. */
  readonly keeping?: Keeping;
  /** What pages need to know of the site. Stores do not read it. */
  readonly site: Uint8Array;
  /** The start page, number 1. */
  readonly urls: readonly NewCrawlUrl[];
  readonly defaultPrivacy: Privacy;
  readonly websiteShareToken: string;
  readonly now: Date;
}

/** Which results a crawl keeps of the one before. */
export interface Keeping extends Pick<Crawl, 'previousId' | 'fullReason'> {
  /** How many crawls in a row kept results of the one before: 0 for one that reads all pages. */
  readonly generation: number;
  /** A hash of what the results of all its pages depend on; `null` if no later crawl may keep them. */
  readonly basis: string | null;
}

/** A crawl whose results a later one may keep. */
export interface Predecessor extends Pick<Crawl, 'id' | 'rulesetVersion'> {
  readonly generation: number;
  readonly basis: string;
}

/** A page of the crawl before. */
export interface EarlierPage {
  /** The number of the page in that crawl. */
  readonly id: number;
  readonly reading: string;
  /** Of the crawl that has the page now. */
  readonly generation: number;
}

/** How an attempt at a page ended. */
export type CrawlPageOutcome =
  | {
      readonly kind: 'done';
      readonly httpStatus: number;
      readonly title: string | null;
      readonly score: number;
      readonly result: Result;
      readonly details: ReportDetails;
      /** Added to the rulesets of the crawl. */
      readonly rulesetVersion: string;
      readonly rulesetChecks: readonly CheckInfo[];
      readonly outline: PageOutline;
      /** What shows a later crawl whether the page has changed. Stores do not read it. Default: it is always read. */
      readonly reading?: string | null;
    }
  /** Its results are those of a page of the crawl before, except for `reading`. */
  | {
      readonly kind: 'unchanged';
      /** The number of that page. */
      readonly earlierId: number;
      readonly reading: string;
      /** Added to the rulesets of the crawl. */
      readonly rulesetVersion: string;
    }
  | { readonly kind: 'redirected'; readonly httpStatus: number; readonly location: string }
  | {
      readonly kind: 'failed';
      readonly httpStatus: number | null;
      readonly error: JobError;
      /** Whether the site refused the request. */
      readonly isRefusal: boolean;
    }
  | {
      readonly kind: 'skipped';
      readonly httpStatus: number | null;
      readonly skipReason: SkipReason;
    }
  /**
   * An image or a target that exists, never a page: it is `done`, without a score. One that may exist for others is
   * `skipped`. Targets have an outline.
   */
  | { readonly kind: 'found'; readonly httpStatus: number; readonly outline?: PageOutline }
  /** Queued again; the host gets no request for `delayMs`, and `putBacks` of the page is one more. A refusal. */
  | { readonly kind: 'put_back'; readonly delayMs: number }
  /**
   * Queued again, and the attempt does not count; the host gets no request for `delayMs`, by default 0. With
   * `isDifferent`, its results are not taken from the crawl before.
   */
  | { readonly kind: 'given_back'; readonly delayMs?: number; readonly isDifferent?: true };

/** A page whose results changed because of other pages. */
export interface RevisedCrawlPage
  extends Pick<
    Extract<CrawlPageOutcome, { readonly kind: 'done' }>,
    'score' | 'result' | 'details' | 'rulesetChecks' | 'outline'
  > {
  readonly id: number;
}

/** Where a page is in the site. */
export interface PageLinks {
  readonly id: number;
  readonly depth: number | null;
  readonly inlinks: number;
}

/** How a crawl ended. */
export type EndedCrawl =
  | {
      readonly status: 'done';
      readonly end: CrawlEnd;
      readonly score: number | null;
      readonly result: Result | null;
      /** The ruleset of its end. If the pages were checked with another one, the crawl has both. */
      readonly rulesetVersion: string;
      readonly issues: readonly SiteIssue[];
      readonly shape: CrawlShape;
    }
  | { readonly status: 'failed'; readonly end: CrawlEnd; readonly error: JobError };

/** The outcome of {@link CrawlStore.cancel}. */
export interface CanceledCrawl {
  readonly crawl: Crawl;
  /** Whether this call has ended it. */
  readonly isNew: boolean;
}

/** Which crawls are outdated: those that meet either condition. */
export interface OutdatedCrawlsQuery {
  /** Only of this owner. */
  readonly ownerId?: string;
  readonly createdBefore?: Date;
  readonly keepPerWebsite?: number;
  readonly limit: number;
}
