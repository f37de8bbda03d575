import {
  integerBetween,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';

/** The most pages that an operator can allow. Memory and time of larger crawls were not measured. */
export const mostCrawlPages = 100_000;

/** Limits of crawls, by the operator. */
export interface CrawlLimits {
  /** How many pages a crawl may have: 1 to 100,000. Default 10,000. The limits of its URLs and links follow it. */
  readonly maxPages: number;
  /**
   * How many pages of crawls and reports of jobs are requested of a host at a time, by all workers: 1 to 10. Default 2. A
   * page is one request, a report of a job up to four at a time.
   */
  readonly perHost: number;
  /**
   * How many crawls of all owners run at a time: 1 to 10,000. Others wait, queued, until one ends; the next is that of
   * the owner with the fewest running ones. Default 100.
   */
  readonly maxRunning: number;
}

/** The schema of the option `crawls`, with the defaults. */
export const crawlLimitsSchema = optionsObject({
  maxPages: v.optional(integerBetween(1, mostCrawlPages), 10_000),
  perHost: v.optional(integerBetween(1, 10), 2),
  maxRunning: v.optional(integerBetween(1, 10_000), 100),
} satisfies Record<keyof CrawlLimits, v.GenericSchema>);

/**
 * Completes the limits with the defaults.
 *
 * @throws TypeError with the name of the invalid limit and the allowed values.
 */
export function crawlLimitsOf(given: Partial<CrawlLimits> = {}): CrawlLimits {
  return validateOptions(crawlLimitsSchema, given, 'crawls.');
}
