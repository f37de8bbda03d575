import { Cron } from 'croner';
import { type ScheduleTime, weekdays } from '../store/schedule.ts';

/** A time that recurs: a cron expression of minute, hour, day of the month, month and day of the week, in a zone. */
interface RecurringTime {
  readonly pattern: string;
  /** An IANA time zone. */
  readonly timeZone: string;
}

/**
 * The first occurrence of a time after another time. An occurrence in an hour that is skipped is right after it, and one
 * in an hour that occurs twice is in the first. Throws if there is no such zone.
 */
export type NextOccurrence = (time: RecurringTime, after: Date) => Date;

/** {@link NextOccurrence} by the rules of the zones that Node knows. */
export const nextOccurrence: NextOccurrence = ({ pattern, timeZone }, after) => {
  const next = new Cron(pattern, { timezone: timeZone, paused: true }).nextRun(after);
  if (next === null) throw new Error(`The pattern ${pattern} has no occurrence.`);
  return next;
};

/** What identifies the time of a schedule. */
type TimedSchedule = ScheduleTime & { readonly websiteId: number };

/** Runs of different websites are spread over the hour that begins at their time. */
const spreadMs = 3_600_000;

/** 2^32 divided by the golden ratio: its multiples are spread evenly, for every part of them that is used. */
const goldenRatio = 0x9e_37_79_b1;

/** Where in an hour a website is: 0 up to 1, evenly spread over any websites, and alike for every run. */
export function hashOfWebsite(websiteId: number): number {
  // Ids have up to 53 bits, and the operation reads 32.
  const folded = (websiteId % 2 ** 32) + Math.floor(websiteId / 2 ** 32);
  return (Math.imul(folded, goldenRatio) >>> 0) / 2 ** 32;
}

/**
 * When a schedule runs next after a time: at its time in its zone, and then as much later as the hash of its website
 * says, less than an hour.
 *
 * @throws if there is no such zone.
 */
export function nextRun(
  schedule: TimedSchedule,
  after: Date,
  next: NextOccurrence = nextOccurrence,
): Date {
  const delayMs = Math.floor(hashOfWebsite(schedule.websiteId) * spreadMs);
  const occurrence = next(recurringTime(schedule), new Date(after.getTime() - delayMs));
  return new Date(occurrence.getTime() + delayMs);
}

/** More than the longest time between two runs. */
const longestPeriodMs = 33 * 24 * 3_600_000;

/**
 * The last run of a schedule that was due at a time, of those after another run: that run itself if there is none.
 *
 * @throws if there is no such zone.
 */
export function lastRunUntil(
  schedule: TimedSchedule,
  run: Date,
  until: Date,
  next: NextOccurrence = nextOccurrence,
): Date {
  // After years there are not more steps than days in a month.
  let last = new Date(Math.max(run.getTime(), until.getTime() - longestPeriodMs));
  for (;;) {
    const following = nextRun(schedule, last, next);
    if (following > until) return last;
    last = following;
  }
}

function recurringTime({ every, weekday, dayOfMonth, at, timeZone }: ScheduleTime): RecurringTime {
  const [hour, minute] = at.split(':').map(Number);
  const dayOfWeek = weekday === null ? '*' : weekdays.indexOf(weekday) + 1;
  const days = { day: '* * *', week: `* * ${dayOfWeek}`, month: `${dayOfMonth} * *` }[every];
  return { pattern: `${minute} ${hour} ${days}`, timeZone };
}
