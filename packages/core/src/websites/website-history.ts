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

const msPerDay = 86_400_000;

/** How many scores a trend has, at most. */
const trendLength = 25;

/** The last scores of a website, and how the last one differs from the one of the look before. */
export interface WebsiteTrend {
  /** After each of its last complete crawls or reports, oldest first. */
  readonly points: readonly Pick<HistoryPoint, 'score' | 'isComparable'>[];
  /** `null` if there is no look before, or its score cannot be compared. */
  readonly change: ScoreChange | null;
}

/** How a score differs from an earlier one. */
export interface ScoreChange {
  /** Points: less than 0 if it is worse. */
  readonly points: number;
  /** The day of the earlier one. */
  readonly since: Date;
}

/**
 * Returns the last scores of a website for a small chart, and the change since the look before: the complete crawl
 * before, or of reports, those of the last day before. Unlike `websiteHistory` it does not read the others. Nothing if
 * there is no such website.
 */
export async function websiteTrend(
  { store }: Context,
  ownerId: string,
  id: number,
): Promise<WebsiteTrend> {
  const measured = await store.websites.trend(ownerId, id, trendLength);
  if (measured === undefined) return { points: [], change: null };
  const { source, rows } = measured;
  const points = rows.map((row, index) => ({
    score: row.score,
    isComparable: areComparable(rows[index - 1], row),
  }));
  const before = lookBefore(source, rows);
  const last = rows.at(-1);
  const earlier = rows[before];
  const isComparable = points.slice(before + 1).every((point) => point.isComparable);
  if (!last || !earlier || !isComparable) return { points, change: null };
  const since = new Date(earlier.day * msPerDay);
  return { points, change: { points: last.score - earlier.score, since } };
}

/** The index of the look before the last one, -1 if there is none: reports of one day are one look if they can be. */
function lookBefore(source: ScoreSourceKind, rows: readonly MeasuredScore[]): number {
  const last = rows.at(-1);
  const dayBefore = rows.findLastIndex(({ day }) => last !== undefined && day < last.day);
  return source === 'reports' && dayBefore !== -1 ? dayBefore : rows.length - 2;
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

const dateOf = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

const startOf: Readonly<Record<HistoryInterval, (day: number) => string>> = {
  day: dateOf,
  // 1 January 1970 was a Thursday.
  week: (day) => dateOf(day - ((day + 3) % 7)),
  month: (day) => `${dateOf(day).slice(0, 7)}-01`,
};
