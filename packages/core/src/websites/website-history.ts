import { oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import type { MeasuredScore } from '../store/website.ts';
import type { ScoreSourceKind } from '../store/website-score.ts';
import { inputObject, requireOwnerId, validate } from '../validate.ts';
import { websiteNotFound } from './get-website.ts';

/** The lengths of an interval of a history. Weeks begin on Monday; all times are UTC. */
export const historyIntervals = ['day', 'week', 'month'] as const;

/** The length of an interval of a history. */
export type HistoryInterval = (typeof historyIntervals)[number];

/** A history contains this many of the latest crawls or days with reports, about ten years of daily reports. */
export const maxHistoryDays = 3_660;

/** The score that a website had at the end of an interval. */
export interface HistoryPoint {
  /** The first day of the interval, `2026-03-14`. */
  readonly start: string;
  /** The score at the end of the interval. */
  readonly score: number;
  /** How many pages it is of. */
  readonly pages: number;
  /** Number of crawls or reports, at least 1: intervals without are left out. */
  readonly count: number;
  /** The ruleset of the crawl, or of all reports that count: `5, 6` if there are several. */
  readonly rulesetVersion: string | null;
  /**
   * Whether the score can be compared with the one before: not if the ruleset has changed, or what was crawled, or of
   * reports, the number of pages. Always `true` for the first point.
   */
  readonly isComparable: boolean;
}

/** The scores that a website had, oldest first: all from the source of its current score. */
export interface WebsiteHistory {
  /** `crawl`: the scores of its complete crawls. `reports`: the means of the latest report of each URL. */
  readonly source: ScoreSourceKind;
  readonly points: readonly HistoryPoint[];
}

const historySchema = inputObject({
  interval: v.optional(oneOf(historyIntervals), 'day'),
});

/** Input of {@link websiteHistory}. */
export type HistoryInput = v.InferInput<typeof historySchema>;

/**
 * Returns the scores that a website had over time, oldest first. The last one is the score of the website.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param id - The id of the website.
 * @param input - The length of an interval. Default: a day.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `invalid_input`.
 * @example
 * ```ts
 * const { source, points } = await websiteHistory(context, 'user-1', 7, { interval: 'week' });
 * console.log(source, points.at(-1)?.score);
 * ```
 */
export async function websiteHistory(
  context: Context,
  ownerId: string,
  id: number,
  input: HistoryInput = {},
): Promise<WebsiteHistory> {
  requireOwnerId(ownerId);
  const { interval } = validate(historySchema, input);
  const measured = await context.store.websites.history(ownerId, id, maxHistoryDays);
  if (measured === undefined) throw websiteNotFound();
  return { source: measured.source, points: pointsOf(measured.rows, startOf[interval]) };
}

/** How many scores a trend has, at most. */
const trendLength = 25;

/**
 * Returns the last scores of a website, oldest first, for a small chart: after each of its last complete crawls or
 * reports. Unlike `websiteHistory` it does not read the others. None if there is no such website.
 */
export async function websiteTrend(
  { store }: Context,
  ownerId: string,
  id: number,
): Promise<readonly Pick<HistoryPoint, 'score' | 'isComparable'>[]> {
  const { rows = [] } = (await store.websites.trend(ownerId, id, trendLength)) ?? {};
  return rows.map((row, index) => ({
    score: row.score,
    isComparable: areComparable(rows[index - 1], row),
  }));
}

function pointsOf(
  rows: readonly MeasuredScore[],
  startOfDay: (day: number) => string,
): readonly HistoryPoint[] {
  const last = new Map<string, MeasuredScore>();
  for (const row of rows) {
    // Only if clocks differ: on no page was a report the latest at the end of that day.
    if (row.pages < 1) continue;
    const start = startOfDay(row.day);
    last.set(start, { ...row, count: row.count + (last.get(start)?.count ?? 0) });
  }
  let before: MeasuredScore | undefined;
  return [...last].map(([start, row]) => {
    const isComparable = areComparable(before, row);
    before = row;
    const { pages, count, rulesetVersion } = row;
    const score = Math.min(100, Math.max(0, row.score));
    return { start, score, pages, count, rulesetVersion, isComparable };
  });
}

function areComparable(before: MeasuredScore | undefined, row: MeasuredScore): boolean {
  if (before === undefined) return true;
  return isSameRuleset(before, row) && measuredOf(before) === measuredOf(row);
}

/**
 * What a score is of, as text. A crawl that is whole would be the same with more pages allowed, and with other pages
 * it is still the whole website; reports are of the pages that someone has chosen.
 */
function measuredOf({ crawled, pages }: MeasuredScore): string {
  if (crawled === null) return `${pages} pages`;
  const { source, include, exclude, isWhole, maxPages } = crawled;
  return JSON.stringify([source, include, exclude, isWhole ? null : maxPages]);
}

const msPerDay = 86_400_000;
const dateOf = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

const startOf: Readonly<Record<HistoryInterval, (day: number) => string>> = {
  day: dateOf,
  // 1 January 1970 was a Thursday.
  week: (day) => dateOf(day - ((day + 3) % 7)),
  month: (day) => `${dateOf(day).slice(0, 7)}-01`,
};
