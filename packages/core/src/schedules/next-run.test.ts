import { describe, expect, it } from 'vitest';
import type { ScheduleTime } from '../store/schedule.ts';
import {
  hashOfWebsite,
  lastRunUntil,
  type NextOccurrence,
  nextOccurrence,
  nextRun,
} from './next-run.ts';

const everyDay = { every: 'day', weekday: null, dayOfMonth: null } as const;

/** A schedule of a website whose runs are not delayed. */
const undelayed = (time: Partial<ScheduleTime> & Pick<ScheduleTime, 'at' | 'timeZone'>) => ({
  ...everyDay,
  ...time,
  websiteId: 0,
});

/** The next runs after a time, in order. */
function runsAfter(schedule: Parameters<typeof nextRun>[0], after: string, count: number) {
  const runs: string[] = [];
  let last = new Date(after);
  for (let index = 0; index < count; index += 1) {
    last = nextRun(schedule, last);
    runs.push(last.toISOString().replace(':00.000Z', 'Z'));
  }
  return runs;
}

describe('the next run', () => {
  it('is at a local time, also in zones that are half an hour off', () => {
    const berlin = undelayed({ at: '06:00', timeZone: 'Europe/Berlin' });
    expect(runsAfter(berlin, '2026-01-01T05:00Z', 2)).toEqual([
      ...['2026-01-02T05:00Z', '2026-01-03T05:00Z'],
    ]);
    const kolkata = undelayed({ at: '06:00', timeZone: 'Asia/Kolkata' });
    expect(runsAfter(kolkata, '2026-01-01T00:00Z', 2)).toEqual([
      ...['2026-01-01T00:30Z', '2026-01-02T00:30Z'],
    ]);
  });

  it('is always later than the given time, to the millisecond', () => {
    const schedule = undelayed({ at: '06:00', timeZone: 'UTC' });
    const after = (time: string) => nextRun(schedule, new Date(time)).toISOString();
    expect(after('2026-01-01T05:59:59.999Z')).toBe('2026-01-01T06:00:00.000Z');
    expect(after('2026-01-01T06:00:00.000Z')).toBe('2026-01-02T06:00:00.000Z');
    expect(after('2026-01-01T06:00:00.001Z')).toBe('2026-01-02T06:00:00.000Z');
  });

  it.each([
    // The hour from 2:00 is skipped: the run is right after it.
    ['Europe/Berlin', '02:30', '2026-03-28T12:00Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ['America/New_York', '02:30', '2026-03-07T12:00Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    // The hour from 2:00, or from 1:00, occurs twice: the run is in the first.
    ['Europe/Berlin', '02:30', '2026-10-24T12:00Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ['America/New_York', '01:30', '2026-10-31T12:00Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    // Before and after the change, the local time is the same.
    ['Europe/Berlin', '06:00', '2026-03-28T12:00Z', '2026-03-29T04:00Z', '2026-03-30T04:00Z'],
    ['America/New_York', '06:00', '2026-10-31T12:00Z', '2026-11-01T11:00Z', '2026-11-02T11:00Z'],
    // Midnight is skipped.
    ['Africa/Cairo', '00:00', '2026-04-23T12:00Z', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    // Half an hour is skipped.
    ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00Z', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  ])('in %s at %s, from %s', (timeZone, at, after, first, second) => {
    const schedule = undelayed({ at, timeZone });
    expect(runsAfter(schedule, after, 2)).toEqual([first, second]);
    // The same from any time between them, also from one in the hour that occurs twice.
    const between = Date.parse(second) - Date.parse(first);
    for (let part = 0; part < 100; part += 1) {
      const time = new Date(Date.parse(first) + (between * part) / 100);
      expect(nextRun(schedule, time)).toEqual(new Date(second));
    }
  });

  it('is on a day of the week', () => {
    const time = { at: '23:59', timeZone: 'Pacific/Auckland' };
    const monday = undelayed({ ...time, every: 'week', weekday: 'monday' });
    expect(runsAfter(monday, '2026-12-25T00:00Z', 2)).toEqual([
      ...['2026-12-28T10:59Z', '2027-01-04T10:59Z'],
    ]);
    const sunday = undelayed({ ...time, every: 'week', weekday: 'sunday' });
    expect(runsAfter(sunday, '2026-12-25T00:00Z', 1)).toEqual(['2026-12-27T10:59Z']);
  });

  it('is on a day of every month, regardless of its length', () => {
    const time = { at: '00:00', timeZone: 'UTC', every: 'month' } as const;
    const last = undelayed({ ...time, dayOfMonth: 28 });
    expect(runsAfter(last, '2027-12-28T00:00Z', 4)).toEqual([
      ...['2028-01-28T00:00Z', '2028-02-28T00:00Z', '2028-03-28T00:00Z', '2028-04-28T00:00Z'],
    ]);
    const first = undelayed({ ...time, dayOfMonth: 1 });
    expect(runsAfter(first, '2028-02-28T00:00Z', 2)).toEqual([
      ...['2028-03-01T00:00Z', '2028-04-01T00:00Z'],
    ]);
  });

  it('is on 29 February, too', () => {
    const schedule = undelayed({ at: '06:00', timeZone: 'UTC' });
    expect(runsAfter(schedule, '2028-02-28T12:00Z', 2)).toEqual([
      ...['2028-02-29T06:00Z', '2028-03-01T06:00Z'],
    ]);
    expect(runsAfter(schedule, '2027-02-28T12:00Z', 1)).toEqual(['2027-03-01T06:00Z']);
  });

  // Newer versions of Node know offsets such as `+02:00`, too, which `setSchedule` refuses.
  it.each(['Mars/Phobos', 'UTC+1', 'Europe', '06:00'])('does not exist in %j', (timeZone) => {
    expect(() => nextRun(undelayed({ at: '06:00', timeZone }), new Date(0))).toThrow();
  });
});

describe('runs of many websites', () => {
  const time = { ...everyDay, at: '06:00', timeZone: 'Europe/Berlin' };
  const start = Date.parse('2026-06-01T04:00Z');
  const minutesOf = (websiteIds: readonly number[]) => {
    const counts = new Array<number>(60).fill(0);
    for (const websiteId of websiteIds) {
      const run = nextRun({ ...time, websiteId }, new Date(start - 3_600_000 * 12));
      const minute = Math.floor((run.getTime() - start) / 60_000);
      counts[minute] = (counts[minute] ?? 0) + 1;
    }
    return counts;
  };
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);

  it.each([
    ['one after the other', ids],
    ['every seventh', ids.map((id) => id * 7)],
    ['every 1,024th', ids.map((id) => id * 1_024)],
    ['any', ids.map((id) => (id * id * 7_919) % 1_000_003)],
    ['very large', ids.map((id) => id + 2 ** 45)],
  ])('are spread evenly over their hour, with ids that are %s', (name, websiteIds) => {
    const counts = minutesOf(websiteIds);
    expect(counts).toHaveLength(60);
    // On average 16.7 a minute. Ids without an order are spread as by chance.
    const most = name === 'any' ? 35 : 22;
    for (const count of counts) {
      expect(count).toBeLessThanOrEqual(most);
      expect(count).toBeGreaterThanOrEqual(name === 'any' ? 5 : 11);
    }
  });

  it('are at the same minute each time', () => {
    const schedule = { ...time, websiteId: 12_345 };
    const [first, second] = runsAfter(schedule, '2026-06-01T00:00Z', 2);
    expect(Date.parse(second ?? '') - Date.parse(first ?? '')).toBe(86_400_000);
    expect(hashOfWebsite(12_345)).toBeGreaterThanOrEqual(0);
    expect(hashOfWebsite(12_345)).toBeLessThan(1);
  });

  it('are after the change of clocks by as much as on other days', () => {
    const websiteId = 12_345;
    const delayed = { ...everyDay, at: '02:30', timeZone: 'Europe/Berlin', websiteId };
    const delayMs = Math.floor(hashOfWebsite(websiteId) * 3_600_000);
    const gap = nextRun(delayed, new Date('2026-03-28T12:00Z'));
    expect(gap).toEqual(new Date(Date.parse('2026-03-29T01:00Z') + delayMs));
    const twice = nextRun(delayed, new Date('2026-10-24T12:00Z'));
    expect(twice).toEqual(new Date(Date.parse('2026-10-25T00:30Z') + delayMs));
    const following = nextRun(delayed, twice);
    expect(following).toEqual(new Date(Date.parse('2026-10-26T01:30Z') + delayMs));
  });
});

describe('the last run that was due', () => {
  const schedule = { ...everyDay, at: '06:00', timeZone: 'Europe/Berlin', websiteId: 7 };
  const run = nextRun(schedule, new Date('2026-03-26T12:00Z'));

  it('is the run itself until the next one is due', () => {
    const next = nextRun(schedule, run);
    expect(lastRunUntil(schedule, run, run)).toEqual(run);
    expect(lastRunUntil(schedule, run, new Date(next.getTime() - 1))).toEqual(run);
    expect(lastRunUntil(schedule, run, next)).toEqual(next);
  });

  it.each([
    ['day', 365],
    ['week', 53],
    ['month', 12],
  ] as const)('is found in a few steps after years, of every %s', (every, _runs) => {
    const day = {
      weekday: every === 'week' ? 'friday' : null,
      dayOfMonth: every === 'month' ? 28 : null,
    } as const;
    const recurring = { ...schedule, every, ...day };
    const from = nextRun(recurring, new Date('2026-03-26T12:00Z'));
    let steps = 0;
    const counting: NextOccurrence = (...parameters) => {
      steps += 1;
      return nextOccurrence(...parameters);
    };
    const until = new Date('2036-05-06T07:08Z');
    const last = lastRunUntil(recurring, from, until, counting);
    expect(steps).toBeLessThan(40);
    expect(last <= until).toBe(true);
    expect(nextRun(recurring, last) > until).toBe(true);
    expect(nextRun(recurring, new Date(last.getTime() - 1))).toEqual(last);
  });
});
