import { openCpuAccount, parseTarget, takeSlices } from '@sitegrade/audit';
import { integerBetween, oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';
import { type Quotas, quotaExceeded } from '../context/quotas.ts';
import { requireWritable } from '../context/require-writable.ts';
import type { Emitter } from '../events/emit.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { requireIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { reportUrlSchema } from '../reports/create-report.ts';
import {
  type Crawl,
  type CrawlScope,
  type CrawlSource,
  crawlSources,
  type Recrawl,
  recrawls,
} from '../store/crawl.ts';
import type { NewCrawl } from '../store/crawl-store.ts';
import type { DoneAttempt } from '../store/idempotency-store.ts';
import { jobUrlOf, redactJobUrl } from '../store/job-url.ts';
import { inputObject, itemIssues, requireOwnerId, validate } from '../validate.ts';
import { maxPatterns, pathPatternSchema } from './path-patterns.ts';

/** The default of `maxPages`, unless the operator allows fewer. */
export const defaultMaxPages = 100;

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 2;

/** Which pages a crawl reads. All options have defaults. */
export interface CrawlOptions {
  /**
   * How many pages it has at most: 1 to the operator's limit, which is 10,000 by default and 100,000 at most. URLs that
   * turn out to be no pages (errors, redirects, other files) do not count, up to as many again, and at least a hundred.
   * Default 100.
   */
  readonly maxPages?: number | undefined;
  /**
   * Only paths that match one of these patterns, as in robots.txt: at most 100 of 500 characters, each beginning
   * with `/` or `*`. Default: all. The start page is always crawled.
   */
  readonly include?: readonly string[] | undefined;
  /** No paths that match one of these patterns. Default: none are left out. */
  readonly exclude?: readonly string[] | undefined;
  /** Where the URLs are from. Default: `both`. */
  readonly source?: CrawlSource | undefined;
  /**
   * `changed`: pages that have not changed since the last crawl of the website with the same options keep its results.
   * Default: `all`, every page is read.
   */
  readonly recrawl?: Recrawl | undefined;
}

/** Input of {@link createCrawl}. Only `url` is required. */
export interface CreateCrawlInput extends CrawlOptions {
  /** The URL of the start page. Without a scheme, https is tried first, then http. */
  readonly url: string;
}

/** Options of {@link createCrawl}. */
export interface CreateCrawlOptions {
  /**
   * Identifies this request, as in `createReport`: for 24 hours, calls with the same owner, key and input
   * return the crawl of the first call, in its current state.
   */
  readonly idempotencyKey?: string;
}

/**
 * Accepts a crawl: many pages of a website are checked in the background by workers, see `startWorker`, and then
 * compared with each other. It survives restarts.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param input - The start page, and which other pages are crawled.
 * @param options - An idempotency key.
 * @returns the stored crawl.
 * @throws SitegradeError `invalid_input` with the issues by field, those of the fourth pattern on `include.3`;
 * `url_not_allowed` with the issue on `url`; `quota_exceeded` if the owner has too many crawls that have not
 * ended, or too many pages of crawls today. With an `idempotencyKey` also `conflict`, `idempotency_mismatch` and
 * `not_found`, as in `createReport`.
 * @example
 * ```ts
 * const crawl = await createCrawl(context, 'user-1', {
 *   url: 'https://example.com/',
 *   maxPages: 500,
 *   exclude: ['/search', '/*.pdf$'],
 * });
 * ```
 */
export async function createCrawl(
  context: Context,
  ownerId: string,
  input: CreateCrawlInput,
  { idempotencyKey: key }: CreateCrawlOptions = {},
): Promise<Crawl> {
  requireOwnerId(ownerId);
  // Requests that arrive together would block the event loop together: the longest patterns take milliseconds.
  await takeSlices(sliceMs, openCpuAccount({ ownerId })).next();
  const { url, ...scope } = validateInput(context, input);
  const target = parseTarget(url, context.network);
  const crawl = { ...scope, ownerId, url: jobUrlOf(target), host: target.url.host };
  if (key === undefined) return requireStored(await storeCrawl(context, crawl));
  requireIdempotencyKey(key);
  const find = (id: number) => context.store.crawls.find(ownerId, id);
  const request = { ownerId, key, kind: 'crawl', input: { url, ...scope }, find } as const;
  return createOnce(context, request, (attempt) => storeCrawl(context, crawl, attempt));
}

function validateInput({ crawls }: Context, input: CreateCrawlInput) {
  const schema = inputObject({
    url: reportUrlSchema,
    ...crawlOptionEntries(crawls.maxPages),
  } satisfies Record<keyof CreateCrawlInput, v.GenericSchema>);
  const { include, exclude, ...others } = validate(schema, input, patternIssues(input));
  // Copies: the caller may change the arrays.
  return { ...others, include: [...include], exclude: [...exclude] } satisfies CrawlScope & {
    readonly url: string;
  };
}

/** The schemas of the options of a crawl, with their defaults. */
export function crawlOptionEntries(maxPages: number) {
  const patterns = v.optional(
    v.pipe(
      // Not `v.array`, which would read all elements before their number is checked.
      v.custom<readonly string[]>(Array.isArray, 'must be an array of path patterns.'),
      v.maxLength(maxPatterns, `must be at most ${maxPatterns} patterns.`),
    ),
    [],
  );
  return {
    maxPages: v.optional(integerBetween(1, maxPages), Math.min(defaultMaxPages, maxPages)),
    include: patterns,
    exclude: patterns,
    source: v.optional(oneOf(crawlSources), 'both'),
    recrawl: v.optional(oneOf(recrawls), 'all'),
  } satisfies Record<keyof CrawlOptions, v.GenericSchema>;
}

/** The issues of each invalid pattern of `include` and `exclude`, by `include.3`. */
export function patternIssues(input: unknown): Readonly<Record<string, readonly string[]>> {
  const { include, exclude } = Object(input) as Readonly<Record<string, unknown>>;
  return { ...issuesOfPatterns('include', include), ...issuesOfPatterns('exclude', exclude) };
}

function issuesOfPatterns(
  field: string,
  patterns: unknown,
): Readonly<Record<string, readonly string[]>> {
  if (!Array.isArray(patterns) || patterns.length > maxPatterns) return {};
  const issues = Object.entries(itemIssues(pathPatternSchema, patterns));
  return Object.fromEntries(issues.map(([index, messages]) => [`${field}.${index}`, messages]));
}

/** A crawl to store, without what the quotas add. */
type CrawlToStore = CrawlScope & {
  readonly recrawl: Recrawl;
  readonly ownerId: string;
  readonly url: string;
  readonly host: string;
};

/** Stores a crawl; `undefined` if the attempt no longer holds its key. */
async function storeCrawl(
  context: Context,
  crawl: CrawlToStore,
  attempt?: DoneAttempt,
): Promise<Crawl | undefined> {
  const { ownerId, maxPages } = crawl;
  await requireWritable(context);
  const fresh = newCrawlOf(context, crawl, await context.quotas(ownerId));
  const { createdAt, maxRunning, maxPagesPerDay } = fresh;
  const creation = await context.store.crawls.create(fresh, attempt);
  if (creation.outcome === 'key_lost') return undefined;
  if (creation.outcome === 'quota_exceeded') {
    const { quota, used } = creation;
    context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
    throw quota === 'runningCrawls'
      ? quotaExceeded(quota, { limit: maxRunning, used, requested: 1 })
      : quotaExceeded(quota, {
          limit: maxPagesPerDay,
          used,
          requested: maxPages,
          retryAfterSeconds: secondsLeftOfDay(createdAt),
        });
  }
  emitCrawlCreated(context, ownerId, creation.crawl);
  await announceJobs(context, 1);
  return creation.crawl;
}

/** A crawl for the store, with the quotas of its owner. */
export function newCrawlOf(
  { now, crawls }: Pick<Context, 'now' | 'crawls'>,
  crawl: CrawlToStore,
  { runningCrawls, crawlPagesPerDay }: Quotas,
): NewCrawl {
  return {
    ...crawl,
    createdAt: now(),
    maxRunning: runningCrawls,
    maxAdmitted: crawls.maxRunning,
    maxPagesPerDay: crawlPagesPerDay,
  };
}

/** Emits `crawl.created`. */
export function emitCrawlCreated(
  { emit }: Emitter,
  ownerId: string,
  { id: crawlId, url, maxPages }: Crawl,
): void {
  emit({ type: 'crawl.created', ownerId, crawlId, url: redactJobUrl(url), maxPages });
}

const dayMs = 24 * 60 * 60 * 1000;

/** Seconds until the next day in UTC. */
function secondsLeftOfDay(now: Date): number {
  return Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000);
}

/** Without an attempt, a store always creates the crawl or refuses it. */
function requireStored(crawl: Crawl | undefined): Crawl {
  if (crawl === undefined) throw new Error('The store returned no crawl.');
  return crawl;
}
