import { SitegradeError } from '@sitegrade/foundation/errors';
import {
  functionOption,
  integerBetween,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';

/** How much of the work in the background one owner may have. */
export interface Quotas {
  /** Jobs that are queued, also while they wait for their next attempt. Default 10,000. */
  readonly queuedJobs: number;
  /** Crawls that have not ended. Default 2. */
  readonly runningCrawls: number;
  /**
   * Pages that the crawls created in a day (UTC) may request. A crawl that ends makes room for what it did not
   * request. Default 20,000.
   */
  readonly crawlPagesPerDay: number;
  /** Schedules of websites. Default 1,000. */
  readonly schedules: number;
  /** Webhooks. Default 20. */
  readonly webhooks: number;
  /** Deliveries to webhooks that wait, also for their next attempt. Default 10,000. */
  readonly waitingDeliveries: number;
  /** Recipients of mails about websites, also those that have not confirmed. Default 100. */
  readonly recipients: number;
  /** Mails to recipients that are created in 24 hours. Default 200. */
  readonly mailsPerDay: number;
  /** Accepted findings of websites, also those that have expired. Default 10,000. */
  readonly acceptedFindings: number;
}

/** The option `quotas` of `createContext`: the same for all owners, or by owner. */
export type QuotasOption =
  | Partial<Quotas>
  | ((ownerId: string) => Partial<Quotas> | Promise<Partial<Quotas>>);

const quota = integerBetween(0, Number.MAX_SAFE_INTEGER);

const quotasSchema = optionsObject({
  queuedJobs: v.optional(quota, 10_000),
  runningCrawls: v.optional(quota, 2),
  crawlPagesPerDay: v.optional(quota, 20_000),
  schedules: v.optional(quota, 1_000),
  webhooks: v.optional(quota, 20),
  waitingDeliveries: v.optional(quota, 10_000),
  recipients: v.optional(quota, 100),
  mailsPerDay: v.optional(quota, 200),
  acceptedFindings: v.optional(quota, 10_000),
} satisfies Record<keyof Quotas, v.GenericSchema>);

/** The schema of the option. What a function returns is validated when it is called. */
export const quotasOptionSchema = v.lazy((option) =>
  typeof option === 'function' ? functionOption : quotasSchema,
);

/**
 * Creates the function that returns the quotas of an owner, with the defaults.
 *
 * @throws TypeError with the name of an invalid quota. The function rejects with one.
 */
export function createQuotas(option: QuotasOption = {}): (ownerId: string) => Promise<Quotas> {
  if (typeof option === 'function') {
    return async (ownerId) => validateOptions(quotasSchema, await option(ownerId), 'quotas.');
  }
  const quotas = quotasOf(option);
  return async () => quotas;
}

/**
 * Completes quotas with the defaults.
 *
 * @throws TypeError with the name of an invalid quota.
 */
export function quotasOf(given: Partial<Quotas> = {}): Quotas {
  return validateOptions(quotasSchema, given, 'quotas.');
}

/** Jobs take about a second each, but thousands of them may be queued. Crawls take minutes. */
const minuteSeconds = 60;

const nouns = {
  queuedJobs: 'queued jobs',
  runningCrawls: 'running crawls',
  crawlPagesPerDay: 'crawl pages a day',
  schedules: 'schedules',
  webhooks: 'webhooks',
  waitingDeliveries: 'waiting deliveries',
  recipients: 'recipients',
  mailsPerDay: 'mails a day',
  acceptedFindings: 'accepted findings',
} as const satisfies Record<keyof Quotas, string>;

/** The error for a request that a quota does not allow. */
export function quotaExceeded(
  quota: keyof Quotas,
  {
    limit,
    used,
    requested,
    retryAfterSeconds = minuteSeconds,
  }: {
    readonly limit: number;
    readonly used: number;
    readonly requested: number;
    readonly retryAfterSeconds?: number;
  },
): SitegradeError {
  return new SitegradeError(
    'quota_exceeded',
    `The quota of ${nouns[quota]} is ${limit}: there are ${used}, and this request adds ${requested}. Retry when there are fewer.`,
    { retryAfterSeconds },
  );
}
