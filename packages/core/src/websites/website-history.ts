import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import type { HistoryDay } from '../store/website.ts';
import { inputObject, requireOwnerId, validate } from '../validate.ts';
import { websiteNotFound } from './get-website.ts';

/** The lengths of an interval of a history. Weeks begin on Monday; all times are UTC. */
export const historyIntervals = ['day', 'week', 'month'] as const;

/** The length of an interval of a history. */
export type HistoryInterval = (typeof historyIntervals)[number];

/** A history contains this many of the latest days with reports, about ten years of daily reports. */
export const maxHistoryDays = 3_660;

/** The scores of a website's reports in one interval. */
export interface HistoryPoint {
  /** The first day of the interval, `2026-03-14`. */
  readonly start: string;
  /** Number of reports, at least 1: intervals without reports are left out. */
  readonly count: number;
  /** The average score, with one decimal. */
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** The score of the last report. */
  readonly last: number;
}

const historySchema = inputObject({
  interval: v.optional(v.picklist(historyIntervals, 'must be one of day, week, month.'), 'day'),
});

/** Input of {@link websiteHistory}. */
export type HistoryInput = v.InferInput<typeof historySchema>;

/**
 * Returns the scores of a website's reports over time, oldest first.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param id - The id of the website.
 * @param input - The length of an interval. Default: a day.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `invalid_input`.
 * @example
 * ```ts
 * const weeks = await websiteHistory(context, 'user-1', 7, { interval: 'week' });
 * console.log(weeks.at(-1)?.mean);
 * ```
 */
export async function websiteHistory(
  context: Context,
  ownerId: string,
  id: number,
  input: HistoryInput = {},
): Promise<readonly HistoryPoint[]> {
  requireOwnerId(ownerId);
  const { interval } = validate(historySchema, input);
  const days = await context.store.websites.history(ownerId, id, maxHistoryDays);
  if (days === undefined) throw websiteNotFound();
  const sums = new Map<string, Omit<HistoryDay, 'day'>>();
  for (const { day, ...sum } of days) {
    const start = startOf[interval](day);
    const before = sums.get(start);
    sums.set(start, before ? added(before, sum) : sum);
  }
  return [...sums].map(([start, { count, scoreSum, min, max, last }]) => {
    return { start, count, mean: Math.round((10 * scoreSum) / count) / 10, min, max, last };
  });
}

function added(before: Omit<HistoryDay, 'day'>, next: Omit<HistoryDay, 'day'>) {
  return {
    count: before.count + next.count,
    scoreSum: before.scoreSum + next.scoreSum,
    min: Math.min(before.min, next.min),
    max: Math.max(before.max, next.max),
    last: next.last,
  };
}

const msPerDay = 86_400_000;
const dateOf = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

const startOf: Readonly<Record<HistoryInterval, (day: number) => string>> = {
  day: dateOf,
  // 1 January 1970 was a Thursday.
  week: (day) => dateOf(day - ((day + 3) % 7)),
  month: (day) => `${dateOf(day).slice(0, 7)}-01`,
};
