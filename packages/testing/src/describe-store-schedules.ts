import type { Schedule } from '@sitegrade/core';
import { describe, expect, it } from 'vitest';
import { createCrawl } from './crawl-fixture.ts';
import { createJobs, newJobs, oneDay } from './job-fixture.ts';
import {
  createWebsite,
  daysAgo,
  newCrawlRun,
  newRun,
  newSchedule,
  setSchedule,
} from './schedule-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const all = { start: { page: 1 }, perPage: 1_000, sortBy: 'id', sort: 'asc' } as const;
const crawl = {
  url: 'https://example.com/ü%20?a=1',
  maxPages: 500,
  include: ['/blog/'],
  exclude: ['/*.pdf$', '/"語"'],
  source: 'links',
  recrawl: 'changed',
} as const;

/** Schedules of websites, and their runs. */
export function describeStoreSchedules(harness: StoreHarness): void {
  describe('schedules', () => {
    const store = useStore(harness);
    const schedules = () => store().schedules;
    const find = async (websiteId: number): Promise<Schedule> => {
      const schedule = await schedules().find(ownerId, websiteId);
      if (schedule === undefined) throw new Error('The schedule is missing.');
      return schedule;
    };
    const dueNow = (limit = 100) => schedules().due({ limit, now: new Date() });
    const dueIds = async (limit?: number) =>
      (await dueNow(limit)).schedules.map(({ schedule }) => schedule.websiteId);
    const countOf = async (list: 'jobs' | 'crawls', owner = ownerId) =>
      (await store()[list].list(owner, all)).total;
    /** Creates websites, each with a schedule that has been due for a day. */
    const createDue = async (count: number) => {
      const due: Schedule[] = [];
      for (let index = 0; index < count; index += 1) {
        const websiteId = await createWebsite(store(), `${index}.com`);
        due.push(await setSchedule(store(), websiteId, { nextRunAt: daysAgo(1) }));
      }
      return due;
    };

    it('are stored with all that was set, and have not run yet', async () => {
      const websiteId = await createWebsite(store());
      const nextRunAt = daysAgo(-3);
      const time = {
        every: 'week',
        weekday: 'sunday',
        at: '23:59',
        timeZone: 'Asia/Kolkata',
      } as const;
      const given = newSchedule(websiteId, { ...time, task: 'crawl', crawl, nextRunAt });
      const expected = {
        websiteId,
        ...time,
        dayOfMonth: null,
        task: 'crawl',
        crawl,
        nextRunAt,
        lastRunAt: null,
        lastBatchId: null,
        lastCrawlId: null,
        lastMissedAt: null,
        lastMissedReason: null,
        createdAt: given.updatedAt,
        updatedAt: given.updatedAt,
      };
      expect(await schedules().set(given)).toEqual({ outcome: 'created', schedule: expected });
      expect(await find(websiteId)).toEqual(expected);
      expect(await store().websites.find(ownerId, websiteId)).toMatchObject({ nextRunAt });
      const { rows } = await store().websites.list(ownerId, all);
      expect(rows).toEqual([expect.objectContaining({ id: websiteId, nextRunAt })]);
    });

    it('are replaced as a whole, and keep when they were created and what is known of their runs', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      const { websiteId } = due;
      const start = await schedules().start(newRun(due));
      const ran = await find(websiteId);
      expect(ran.lastBatchId).toBe('jobs' in start ? start.jobs?.[0]?.id : undefined);
      const month = { every: 'month', dayOfMonth: 28, at: '00:00', timeZone: 'UTC' } as const;
      const change = { ...month, task: 'crawl', crawl, nextRunAt: daysAgo(-9) } as const;
      const updatedAt = new Date('2026-02-02T03:04:05.678Z');
      const given = newSchedule(websiteId, { ...change, updatedAt, maxSchedules: 0 });
      const expected = { ...ran, ...change, updatedAt };
      expect(await schedules().set(given)).toEqual({ outcome: 'replaced', schedule: expected });
      expect(await find(websiteId)).toEqual(expected);
      expect(expected.createdAt).toEqual(due.createdAt);
      const again = newSchedule(websiteId);
      expect(await schedules().set(again)).toMatchObject({
        schedule: { every: 'day', dayOfMonth: null, task: 'reports', crawl: null },
      });
    });

    it('need a website of the owner', async () => {
      const websiteId = await createWebsite(store());
      for (const id of [websiteId + 1, 0, -1, 1.5, Number.NaN, 2 ** 53]) {
        expect(await schedules().set(newSchedule(id))).toEqual({ outcome: 'missing' });
        expect(await schedules().find(ownerId, id)).toBeUndefined();
        expect(await schedules().delete(ownerId, id)).toEqual({ outcome: 'missing' });
        const run = newRun({ websiteId: id, nextRunAt: daysAgo(1) });
        expect(await schedules().start(run)).toEqual({ outcome: 'taken' });
        expect(await schedules().skip({ ...run, missed: null })).toBe(false);
        await schedules().defer([{ websiteId: id, dueAt: run.dueAt, delayMs: 1 }], new Date());
      }
      const ofOther = newSchedule(websiteId, { ownerId: 'owner-2' });
      expect(await schedules().set(ofOther)).toEqual({ outcome: 'missing' });
      await store().websites.delete(ownerId, websiteId);
      expect(await schedules().set(newSchedule(websiteId))).toEqual({ outcome: 'missing' });
    });

    it('cannot be read, changed, started or deleted by another owner', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      const { websiteId, nextRunAt } = due;
      for (const other of ['owner-2', 'OWNER-1', '']) {
        expect(await schedules().find(other, websiteId)).toBeUndefined();
        expect(await schedules().delete(other, websiteId)).toEqual({ outcome: 'missing' });
        const run = newRun(due, { ownerId: other });
        expect(await schedules().start(run)).toEqual({ outcome: 'taken' });
        expect(await schedules().skip({ ...run, missed: 'no_urls' })).toBe(false);
        expect(await countOf('jobs', other)).toBe(0);
      }
      expect(await find(websiteId)).toEqual(due);
      expect(await dueNow()).toMatchObject({
        schedules: [{ ownerId, schedule: { websiteId, nextRunAt }, isDeferred: false }],
      });
    });

    it('are set and deleted only if they meet a condition, which sees the current one', async () => {
      const websiteId = await createWebsite(store());
      const seen: (Schedule | undefined)[] = [];
      const condition = (result: boolean) => (current: Schedule | undefined) => {
        seen.push(current);
        return result;
      };
      const failed = { outcome: 'condition_failed' };
      const given = newSchedule(websiteId);
      expect(await schedules().set(given, condition(false))).toEqual(failed);
      expect(await schedules().find(ownerId, websiteId)).toBeUndefined();
      expect(await schedules().set(given, condition(true))).toMatchObject({ outcome: 'created' });
      const stored = await find(websiteId);
      const other = { ...given, at: '07:00' };
      expect(await schedules().set(other, condition(false))).toEqual(failed);
      expect(await schedules().delete(ownerId, websiteId, condition(false))).toEqual(failed);
      expect(await find(websiteId)).toEqual(stored);
      expect(await schedules().delete(ownerId, websiteId, condition(true))).toEqual({
        outcome: 'deleted',
      });
      expect(await schedules().delete(ownerId, websiteId, condition(true))).toEqual({
        outcome: 'missing',
      });
      expect(seen).toEqual([undefined, undefined, stored, stored, stored]);
    });

    it('do not exceed the quota of their owner, also of requests at once', async () => {
      const ids: number[] = [];
      for (const index of [0, 1, 2, 3, 4]) {
        ids.push(await createWebsite(store(), `${index}.com`));
      }
      const settings = await Promise.all(
        ids.map((id) => schedules().set(newSchedule(id, { maxSchedules: 3 }))),
      );
      const outcomes = settings.map(({ outcome }) => outcome).sort();
      expect(outcomes).toEqual([
        ...['created', 'created', 'created', 'quota_exceeded', 'quota_exceeded'],
      ]);
      for (const setting of settings) {
        if (setting.outcome === 'quota_exceeded') expect(setting.used).toBe(3);
      }
      const other = await createWebsite(store(), 'a.com', 'owner-2');
      const ofOther = newSchedule(other, { ownerId: 'owner-2', maxSchedules: 1 });
      expect(await schedules().set(ofOther)).toMatchObject({ outcome: 'created' });
    });

    it('are due when their time has come, those first that have been due longest, up to a limit', async () => {
      const times = [2, -1, 3, 1];
      const ids: number[] = [];
      for (const [index, days] of times.entries()) {
        const owner = `owner-${index}`;
        const id = await createWebsite(store(), 'example.com', owner);
        await setSchedule(store(), id, { ownerId: owner, nextRunAt: daysAgo(days) });
        ids.push(id);
      }
      expect(await dueIds()).toEqual([ids[2], ids[0], ids[3]]);
      expect(await dueIds(2)).toEqual([ids[2], ids[0]]);
      const before = Date.now() - oneDay / 24;
      const { now } = await dueNow();
      expect(now.getTime()).toBeGreaterThan(before);
      expect(now.getTime()).toBeLessThan(before + oneDay);
    });

    it('start jobs as a batch and move their next run, all at once', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      const before = Date.now() - oneDay / 24;
      const nextRunAt = daysAgo(-1);
      const start = await schedules().start(newRun(due, { nextRunAt }));
      if (start.outcome !== 'started') throw new Error(`It was not started: ${start.outcome}.`);
      expect(start.crawl).toBeNull();
      const { rows } = await store().jobs.list(ownerId, all);
      expect(start.jobs).toEqual(rows);
      expect(rows.map(({ url, status }) => ({ url, status }))).toEqual(
        newJobs(2).urls.map((url) => ({ url, status: 'queued' })),
      );
      const schedule = await find(due.websiteId);
      const lastBatchId = rows[0]?.id;
      expect(lastBatchId).toBe(rows[1]?.batchId);
      expect(schedule).toEqual({
        ...due,
        nextRunAt,
        lastBatchId,
        lastRunAt: expect.any(Date),
      });
      expect(schedule.lastRunAt?.getTime()).toBeGreaterThan(before);
      expect(schedule.lastRunAt?.getTime()).toBeLessThan(before + oneDay);
      expect(await dueIds()).toEqual([]);
      expect(await store().jobs.countUnended()).toEqual({ queued: 2, running: 0 });
    });

    it('start a crawl, which is admitted as others are', async () => {
      const [due, other] = await createDue(2);
      if (due === undefined || other === undefined) throw new Error('There is none.');
      const start = await schedules().start(newCrawlRun(due, { maxPages: 7, maxAdmitted: 1 }));
      if (start.outcome !== 'started') throw new Error(`It was not started: ${start.outcome}.`);
      const { rows } = await store().crawls.list(ownerId, all);
      expect(rows).toEqual([start.crawl]);
      expect(rows[0]).toMatchObject({ maxPages: 7, status: 'queued' });
      const { lastCrawlId, lastBatchId } = await find(due.websiteId);
      expect({ lastCrawlId, lastBatchId }).toEqual({ lastCrawlId: rows[0]?.id, lastBatchId: null });
      await schedules().start(newCrawlRun(other, { host: 'other.com', maxAdmitted: 1 }));
      expect(await store().crawls.admit(2)).toBe(1);
      // The next run starts jobs: then the crawl is no longer the last run.
      const replaced = await setSchedule(store(), due.websiteId, { nextRunAt: daysAgo(1) });
      await schedules().start(newRun(replaced));
      expect(await find(due.websiteId)).toMatchObject({
        lastCrawlId: null,
        lastBatchId: expect.any(Number),
      });
    });

    it('start nothing for a run that is no longer the next one', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      const { websiteId } = due;
      const late = newRun({ websiteId, nextRunAt: new Date(due.nextRunAt.getTime() + 1) });
      expect(await schedules().start(late)).toEqual({ outcome: 'taken' });
      const replaced = await setSchedule(store(), websiteId, { nextRunAt: daysAgo(2) });
      expect(await schedules().start(newRun(due))).toEqual({ outcome: 'taken' });
      expect(await schedules().start(newRun(replaced))).toMatchObject({ outcome: 'started' });
      expect(await schedules().start(newRun(replaced))).toEqual({ outcome: 'taken' });
      await schedules().delete(ownerId, websiteId);
      expect(await schedules().start(newRun(replaced))).toEqual({ outcome: 'taken' });
      expect(await countOf('jobs')).toBe(2);
    });

    it('start each run once, with any number of workers that try, many times', async () => {
      const due = await createDue(20);
      const workers = [0, 1, 2];
      const starts = await Promise.all(
        due.flatMap((schedule) =>
          workers.map((worker) =>
            schedules().start(worker === 0 ? newCrawlRun(schedule) : newRun(schedule)),
          ),
        ),
      );
      expect(starts.filter(({ outcome }) => outcome === 'started')).toHaveLength(20);
      expect(starts.filter(({ outcome }) => outcome === 'taken')).toHaveLength(40);
      const started = starts.flatMap((start) => (start.outcome === 'started' ? [start] : []));
      const crawls = started.filter((start) => start.crawl !== null).length;
      expect(await countOf('crawls')).toBe(crawls);
      expect(await countOf('jobs')).toBe(2 * (20 - crawls));
      expect(await dueIds()).toEqual([]);
    });

    it('start or are replaced, of calls at once, never both', async () => {
      const due = await createDue(20);
      const nextRunAt = daysAgo(-5);
      const outcomes = await Promise.all(
        due.map(async (schedule) => {
          const [start] = await Promise.all([
            schedules().start(newRun(schedule)),
            schedules().set(newSchedule(schedule.websiteId, { nextRunAt })),
          ]);
          return start.outcome;
        }),
      );
      const started = outcomes.filter((outcome) => outcome === 'started').length;
      expect(await countOf('jobs')).toBe(2 * started);
      for (const { websiteId } of due) expect((await find(websiteId)).nextRunAt).toEqual(nextRunAt);
    });

    it('stay due if a quota leaves no room, which changes nothing', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      await createJobs(store(), 3);
      const jobs = newJobs(2, { isBatch: true, maxQueued: 4 });
      const { createdAt } = await createCrawl(store(), { maxPages: 10 });
      const refusals = [
        [newRun(due, { work: { task: 'reports', jobs } }), { queued: 3 }],
        [newCrawlRun(due, { maxRunning: 1 }), { quota: 'runningCrawls', used: 1 }],
        [
          newCrawlRun(due, { createdAt, maxPages: 11, maxPagesPerDay: 20 }),
          { quota: 'crawlPagesPerDay', used: 10 },
        ],
      ] as const;
      for (const [run, refusal] of refusals) {
        expect(await schedules().start(run)).toEqual({
          outcome: 'refused',
          creation: { outcome: 'quota_exceeded', ...refusal },
        });
      }
      expect(await find(due.websiteId)).toEqual(due);
      expect(await dueIds()).toEqual([due.websiteId]);
      expect(await countOf('jobs')).toBe(3);
      expect(await countOf('crawls')).toBe(1);
    });

    it('never exceed a quota together, however many start at once', async () => {
      const due = await createDue(12);
      const starts = await Promise.all(
        due.map((schedule) => schedules().start(newCrawlRun(schedule, { maxRunning: 2 }))),
      );
      expect(starts.filter(({ outcome }) => outcome === 'started')).toHaveLength(2);
      expect(starts.filter(({ outcome }) => outcome === 'refused')).toHaveLength(10);
      expect(await countOf('crawls')).toBe(2);
      expect(await dueIds()).toHaveLength(10);
    });

    it('are skipped to another run, and remember the one that was missed', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      const { websiteId, nextRunAt: dueAt } = due;
      const [first, second] = [daysAgo(0.5), daysAgo(-1)];
      const skip = { ownerId, websiteId, dueAt, nextRunAt: first, missed: null };
      expect(await schedules().skip({ ...skip, dueAt: first })).toBe(false);
      expect(await find(websiteId)).toEqual(due);
      expect(await schedules().skip(skip)).toBe(true);
      expect(await schedules().skip(skip)).toBe(false);
      expect(await find(websiteId)).toEqual({ ...due, nextRunAt: first });
      expect(await dueIds()).toEqual([websiteId]);
      const missed = { ...skip, dueAt: first, nextRunAt: second, missed: 'no_urls' } as const;
      expect(await schedules().skip(missed)).toBe(true);
      expect(await find(websiteId)).toEqual({
        ...due,
        nextRunAt: second,
        lastMissedAt: first,
        lastMissedReason: 'no_urls',
      });
      expect(await dueIds()).toEqual([]);
      expect(await countOf('jobs')).toBe(0);
    });

    it('are put off together, stay due all the same, and are started when they are', async () => {
      const due = await createDue(4);
      const [first, second, third, fourth] = due;
      if (!(first && second && third && fourth)) throw new Error('There are none.');
      await schedules().defer(
        [
          { websiteId: fourth.websiteId, dueAt: fourth.nextRunAt, delayMs: oneDay },
          { websiteId: first.websiteId, dueAt: first.nextRunAt, delayMs: 0 },
          // No longer the next run.
          { websiteId: second.websiteId, dueAt: daysAgo(3), delayMs: oneDay },
        ],
        new Date(),
      );
      expect(await dueIds()).toEqual([second, third, first].map(({ websiteId }) => websiteId));
      const { schedules: rows } = await dueNow();
      expect(rows.map(({ isDeferred }) => isDeferred)).toEqual([false, false, true]);
      expect(await find(fourth.websiteId)).toEqual(fourth);
      expect(await schedules().start(newRun(fourth))).toMatchObject({ outcome: 'started' });
      const set = await setSchedule(store(), first.websiteId, { nextRunAt: daysAgo(2) });
      expect((await dueNow(1)).schedules).toEqual([{ ownerId, schedule: set, isDeferred: false }]);
      await schedules().defer([], new Date());
    });

    it('are put off by several workers at once, in any order', async () => {
      const due = await createDue(30);
      const deferred = due.map(({ websiteId, nextRunAt: dueAt }) => ({
        websiteId,
        dueAt,
        delayMs: oneDay,
      }));
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          schedules().defer(deferred, new Date()),
          schedules().defer([...deferred].reverse(), new Date()),
          ...due.slice(0, 3).map((schedule) => schedules().start(newRun(schedule))),
        ]);
      }
      await schedules().defer(deferred, new Date());
      expect(await dueIds()).toEqual([]);
      expect(await countOf('jobs')).toBe(6);
    });

    it('are deleted, and their website stays', async () => {
      const [due] = await createDue(1);
      if (due === undefined) throw new Error('There is none.');
      const { websiteId } = due;
      expect(await schedules().delete(ownerId, websiteId)).toEqual({ outcome: 'deleted' });
      expect(await schedules().find(ownerId, websiteId)).toBeUndefined();
      expect(await dueIds()).toEqual([]);
      expect(await store().websites.find(ownerId, websiteId)).toMatchObject({ nextRunAt: null });
      const { createdAt } = await setSchedule(store(), websiteId, { updatedAt: daysAgo(0) });
      expect(createdAt).not.toEqual(due.createdAt);
    });

    it('are deleted with their website, also while a run starts', async () => {
      const due = await createDue(10);
      const results = await Promise.all(
        due.flatMap((schedule) => [
          schedules().start(newCrawlRun(schedule)),
          store().websites.delete(ownerId, schedule.websiteId),
          schedules().set(newSchedule(schedule.websiteId, { nextRunAt: daysAgo(1) })),
        ]),
      );
      expect(results.filter(({ outcome }) => outcome === 'deleted')).toHaveLength(10);
      for (const { websiteId } of due) {
        expect(await schedules().find(ownerId, websiteId)).toBeUndefined();
      }
      expect(await dueIds()).toEqual([]);
    });

    it('are deleted with their owner, in parts, and those of others stay', async () => {
      await createDue(25);
      const other = await createWebsite(store(), 'a.com', 'owner-2');
      await setSchedule(store(), other, { ownerId: 'owner-2', nextRunAt: daysAgo(1) });
      const deleteAll = async (kind: 'schedules' | 'websites') => {
        let deleted = 0;
        for (let isDone = false; !isDone; ) {
          const part = await store().maintenance.deleteOwned(ownerId, kind);
          deleted += part.deleted;
          isDone = part.isDone;
        }
        return deleted;
      };
      expect(await deleteAll('schedules')).toBe(25);
      expect(await deleteAll('schedules')).toBe(0);
      expect(await dueIds()).toEqual([other]);
      const { rows } = await store().websites.list(ownerId, all);
      expect(rows).toHaveLength(25);
      for (const { id } of rows) await setSchedule(store(), id, { nextRunAt: daysAgo(1) });
      expect(await deleteAll('websites')).toBe(25);
      expect(await dueIds()).toEqual([other]);
    });
  });
}
