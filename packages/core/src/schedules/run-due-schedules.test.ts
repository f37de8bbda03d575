import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { cancelCrawl } from '../crawls/cancel-crawl.ts';
import { createCrawl } from '../crawls/create-crawl.ts';
import { listCrawls } from '../crawls/list-crawls.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { deleteOwner } from '../maintenance/delete-owner.ts';
import type { ScheduleStore } from '../store/schedule-store.ts';
import type { Store } from '../store/store.ts';
import { deleteWebsite } from '../websites/delete-website.ts';
import { getSchedule } from './get-schedule.ts';
import { type NextOccurrence, nextOccurrence, nextRun } from './next-run.ts';
import { runDueSchedules } from './run-due-schedules.ts';
import { type SetScheduleInput, setSchedule } from './set-schedule.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let store: Store;
let events: SitegradeEvent[];
/** Milliseconds of the clock. */
let now: number;
let context: Context;

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    now: () => new Date(now),
    onEvent: (event) => events.push(event),
    ...options,
  });

/** A store whose schedules have other methods. */
const withSchedules = (schedules: Partial<ScheduleStore>): Store => ({
  ...store,
  schedules: { ...store.schedules, ...schedules },
});

const daily: SetScheduleInput = { every: 'day', at: '06:00', timeZone: 'UTC', task: 'reports' };
const dailyCrawl: SetScheduleInput = { ...daily, task: 'crawl' };

beforeEach(() => {
  store = memoryStore();
  events = [];
  now = Date.parse('2027-01-01T12:00Z');
  context = make();
});

/** Creates a website with reports of these paths, and its schedule. */
async function createScheduled(
  input: SetScheduleInput,
  { ownerId = 'ann', domain = 'example.com', paths = [''] } = {},
): Promise<number> {
  let websiteId = 0;
  for (const path of paths) {
    const url = `https://${domain}/${path}`;
    ({ websiteId } = await store.reports.create(newReport({ ownerId, domain, url })));
  }
  await setSchedule(context, ownerId, websiteId, input);
  return websiteId;
}

const scheduleOf = (websiteId: number, ownerId = 'ann') => getSchedule(context, ownerId, websiteId);
const nextRunOf = async (websiteId: number) => (await scheduleOf(websiteId)).nextRunAt.getTime();
const countOf = async (list: typeof listJobs | typeof listCrawls, ownerId = 'ann') =>
  (await list(context, ownerId)).total;
const ofType = <Type extends SitegradeEvent['type']>(type: Type) =>
  events.filter((event): event is Extract<SitegradeEvent, { type: Type }> => event.type === type);

describe('a run that is due', () => {
  it('creates jobs of the latest URLs of the website, newest first, once', async () => {
    const paths = ['a', 'b', 'a', 'c'];
    const websiteId = await createScheduled(daily, { paths });
    await runDueSchedules(context);
    expect(await countOf(listJobs)).toBe(0);
    const dueAt = await nextRunOf(websiteId);
    now = dueAt;
    await runDueSchedules(context);
    await runDueSchedules(context);
    const { rows } = await listJobs(context, 'ann', { sort: 'asc' });
    expect(rows.map(({ url }) => url)).toEqual(
      ['c', 'a', 'b'].map((path) => `https://example.com/${path}`),
    );
    const batchId = rows[0]?.batchId;
    expect(await scheduleOf(websiteId)).toMatchObject({
      nextRunAt: new Date(dueAt + dayMs),
      lastRunAt: new Date(now),
      lastBatchId: batchId,
      lastCrawlId: null,
    });
    const jobIds = rows.map(({ id }) => id);
    expect(events).toEqual([
      { type: 'jobs.created', ownerId: 'ann', batchId, jobIds },
      {
        type: 'schedule.started',
        ownerId: 'ann',
        websiteId,
        dueAt: new Date(dueAt),
        batchId,
        crawlId: null,
        nextRunAt: new Date(dueAt + dayMs),
      },
    ]);
  });

  it('creates jobs of at most 1,000 URLs', async () => {
    const paths = Array.from({ length: 1_100 }, (_, index) => String(index));
    const websiteId = await createScheduled(daily, { paths });
    now = await nextRunOf(websiteId);
    await runDueSchedules(context);
    expect(await countOf(listJobs)).toBe(1_000);
    const { rows } = await listJobs(context, 'ann', { sort: 'asc' });
    expect(rows[0]?.url).toBe('https://example.com/1099');
  });

  it('creates a crawl with its options', async () => {
    const options = { url: 'https://example.com/start', maxPages: 7, exclude: ['/b'] } as const;
    const websiteId = await createScheduled({ ...dailyCrawl, ...options });
    now = await nextRunOf(websiteId);
    await runDueSchedules(context);
    const { rows } = await listCrawls(context, 'ann');
    expect(rows).toEqual([expect.objectContaining({ ...options, status: 'queued' })]);
    const crawlId = rows[0]?.id;
    expect(await scheduleOf(websiteId)).toMatchObject({ lastCrawlId: crawlId, lastBatchId: null });
    expect(events).toEqual([
      expect.objectContaining({ type: 'crawl.created', crawlId, maxPages: 7 }),
      expect.objectContaining({ type: 'schedule.started', crawlId, batchId: null }),
    ]);
  });

  it('creates a crawl with fewer pages, once the operator allows fewer', async () => {
    const websiteId = await createScheduled({ ...dailyCrawl, maxPages: 500 });
    now = await nextRunOf(websiteId);
    await runDueSchedules(make({ crawls: { maxPages: 50 } }));
    expect((await listCrawls(context, 'ann')).rows).toMatchObject([{ maxPages: 50 }]);
    expect((await scheduleOf(websiteId)).crawl?.maxPages).toBe(500);
  });

  it('is started once by three workers', async () => {
    const websiteId = await createScheduled(daily);
    const workers = [make(), make(), make()];
    for (let day = 1; day <= 2; day += 1) {
      now = await nextRunOf(websiteId);
      await Promise.all(workers.map((worker) => runDueSchedules(worker)));
      expect(await countOf(listJobs)).toBe(day);
    }
    expect(ofType('schedule.started')).toHaveLength(2);
    expect(ofType('schedule.missed')).toEqual([]);
  });

  it('is made up for once after a week without a worker', async () => {
    const reports = await createScheduled(daily);
    const crawl = await createScheduled(dailyCrawl, { domain: 'other.com' });
    const dueAt = await nextRunOf(reports);
    now = dueAt + 7 * dayMs + 3 * hourMs;
    for (let minute = 0; minute < 60; minute += 1) {
      await runDueSchedules(context);
      now += minuteMs;
    }
    expect(await countOf(listJobs)).toBe(1);
    expect(await countOf(listCrawls)).toBe(1);
    expect(await nextRunOf(reports)).toBe(dueAt + 8 * dayMs);
    expect(await nextRunOf(crawl)).toBeGreaterThan(now);
    expect(ofType('schedule.missed')).toEqual([]);
  });

  it('is not missed after a week without a worker, also if there is little room for it then', async () => {
    context = make({ quotas: { runningCrawls: 1 } });
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push(await createScheduled(dailyCrawl, { domain: `${index}.com` }));
    }
    now += 8 * dayMs;
    const end = now + 5 * hourMs;
    for (; now < end; now += minuteMs) {
      await runDueSchedules(context);
      const { rows } = await listCrawls(context, 'ann', { status: 'queued' });
      // Each crawl takes an hour.
      for (const { id, createdAt } of rows) {
        if (now - createdAt.getTime() >= hourMs) await cancelCrawl(context, 'ann', id);
      }
    }
    const started = ofType('schedule.started').map(({ websiteId }) => websiteId);
    expect(started.toSorted((a, b) => a - b)).toEqual(ids);
    expect(ofType('schedule.missed')).toEqual([]);
  });

  it('starts once if the clock jumps, back or ahead', async () => {
    const websiteId = await createScheduled(daily);
    const first = await nextRunOf(websiteId);
    now = first;
    await runDueSchedules(context);
    // Back before the run: it is not due again.
    for (now = first - 2 * hourMs; now < first + dayMs; now += 10 * minuteMs) {
      await runDueSchedules(context);
    }
    expect(await countOf(listJobs)).toBe(1);
    // Ahead for a moment, by a week: one run, which is not repeated when the clock is right again.
    now = first + 7 * dayMs;
    await runDueSchedules(context);
    for (now = first + dayMs; now < first + 8 * dayMs; now += hourMs) {
      await runDueSchedules(context);
    }
    expect(await countOf(listJobs)).toBe(2);
    expect(await nextRunOf(websiteId)).toBe(first + 8 * dayMs);
  });

  it('does not start if its website or its owner was deleted', async () => {
    const gone = await createScheduled(daily, { domain: 'gone.com' });
    const kept = await createScheduled(daily, { domain: 'kept.com' });
    await createScheduled(daily, { ownerId: 'bob' });
    now += dayMs;
    await deleteWebsite(context, 'ann', gone);
    await deleteOwner(context, 'bob');
    await runDueSchedules(context);
    expect(await countOf(listJobs)).toBe(1);
    expect(await countOf(listJobs, 'bob')).toBe(0);
    expect(ofType('schedule.started')).toMatchObject([{ websiteId: kept }]);
  });

  it('does not start if it was replaced meanwhile', async () => {
    const websiteId = await createScheduled(daily);
    now = await nextRunOf(websiteId);
    const replacing = make({
      store: withSchedules({
        async start(run) {
          await setSchedule(context, 'ann', websiteId, { ...daily, at: '18:00' });
          return store.schedules.start(run);
        },
      }),
    });
    await runDueSchedules(replacing);
    expect(await countOf(listJobs)).toBe(0);
    expect(await nextRunOf(websiteId)).toBeGreaterThan(now + 11 * hourMs);
  });

  it('does not start while the store accepts no changes', async () => {
    const websiteId = await createScheduled(daily);
    now = await nextRunOf(websiteId);
    await runDueSchedules(make({ store: { ...store, isWritable: async () => false } }));
    expect(await countOf(listJobs)).toBe(0);
    await runDueSchedules(context);
    expect(await countOf(listJobs)).toBe(1);
  });

  it('is decided by the clock of the store', async () => {
    const websiteId = await createScheduled(daily);
    const dueAt = await nextRunOf(websiteId);
    const storeNow = new Date(dueAt + 2 * dayMs);
    const shared = withSchedules({
      due: (query) => store.schedules.due({ ...query, now: storeNow }),
    });
    // The clock of this process is two days behind.
    await runDueSchedules(make({ store: shared }));
    await runDueSchedules(make({ store: shared }));
    expect(await countOf(listJobs)).toBe(1);
    expect(await nextRunOf(websiteId)).toBe(dueAt + 3 * dayMs);
  });
});

describe('a run that cannot start', () => {
  it('waits while a quota leaves no room, is tried each minute, and is started then', async () => {
    context = make({ quotas: { runningCrawls: 1 } });
    const { id } = await createCrawl(context, 'ann', { url: 'https://a.com/' });
    const websiteId = await createScheduled(dailyCrawl);
    const dueAt = await nextRunOf(websiteId);
    now = dueAt;
    for (let minute = 0; minute < 5; minute += 1) {
      await runDueSchedules(context);
      now += minuteMs;
    }
    expect(await countOf(listCrawls)).toBe(1);
    expect(await scheduleOf(websiteId)).toMatchObject({
      nextRunAt: new Date(dueAt),
      lastRunAt: null,
      lastMissedAt: null,
    });
    await cancelCrawl(context, 'ann', id);
    await runDueSchedules(context);
    expect(await countOf(listCrawls)).toBe(2);
    expect(await nextRunOf(websiteId)).toBe(dueAt + dayMs);
    expect(ofType('schedule.missed')).toEqual([]);
  });

  it('is missed when the next one is due, which then waits in its place', async () => {
    context = make({ quotas: { runningCrawls: 1 } });
    const { id } = await createCrawl(context, 'ann', { url: 'https://a.com/' });
    const websiteId = await createScheduled(dailyCrawl);
    const dueAt = await nextRunOf(websiteId);
    for (now = dueAt; now < dueAt + 2 * dayMs + hourMs; now += 10 * minuteMs) {
      await runDueSchedules(context);
    }
    const missed = [0, 1].map((day) => ({
      type: 'schedule.missed',
      ownerId: 'ann',
      websiteId,
      dueAt: new Date(dueAt + day * dayMs),
      reason: 'quota_exceeded',
      nextRunAt: new Date(dueAt + (day + 1) * dayMs),
    }));
    expect(ofType('schedule.missed')).toEqual(missed);
    expect(await scheduleOf(websiteId)).toMatchObject({
      nextRunAt: new Date(dueAt + 2 * dayMs),
      lastMissedAt: new Date(dueAt + dayMs),
      lastMissedReason: 'quota_exceeded',
    });
    await cancelCrawl(context, 'ann', id);
    await runDueSchedules(context);
    expect(await countOf(listCrawls)).toBe(2);
    expect(await nextRunOf(websiteId)).toBe(dueAt + 3 * dayMs);
  });

  it('does not keep smaller ones from starting', async () => {
    context = make({ quotas: { queuedJobs: 5 } });
    await createJobs(context, 'ann', { urls: ['https://a.com/', 'https://b.com/'] });
    const paths = ['a', 'b', 'c', 'd'];
    const large = await createScheduled(daily, { paths });
    const small = await createScheduled(daily, { domain: 'small.com' });
    now += dayMs;
    await runDueSchedules(context);
    expect(ofType('schedule.started')).toMatchObject([{ websiteId: small }]);
    expect(await nextRunOf(large)).toBeLessThan(now);
  });

  it('reads the URLs of few websites of an owner who has no room', async () => {
    context = make({ quotas: { queuedJobs: 1 } });
    for (let index = 0; index < 15; index += 1) {
      await createScheduled(daily, { domain: `${index}.com` });
    }
    await createJobs(context, 'ann', { urls: ['https://a.com/'] });
    now += dayMs;
    let reads = 0;
    const counting = make({
      quotas: { queuedJobs: 1 },
      store: {
        ...store,
        reports: {
          ...store.reports,
          latestByUrl(...parameters) {
            reads += 1;
            return store.reports.latestByUrl(...parameters);
          },
        },
      },
    });
    await runDueSchedules(counting);
    expect(reads).toBe(3);
    expect(ofType('schedule.started')).toEqual([]);
  });

  it('is missed at once if no URL is allowed any more, or the website has no report', async () => {
    const blocked = await createScheduled(daily, { domain: 'blocked.com' });
    const blockedCrawl = await createScheduled(dailyCrawl, { domain: 'crawl.blocked.com' });
    const empty = await createScheduled(daily, { domain: 'empty.com' });
    const { rows } = await store.reports.list('ann', {
      websiteId: empty,
      start: { page: 1 },
      perPage: 10,
      sortBy: 'id',
      sort: 'asc',
    });
    for (const { id } of rows) await store.reports.delete('ann', id);
    now += dayMs;
    // Ports other than those of HTTP are not allowed, and neither is HTTPS.
    const strict = make({ network: { ports: [8_080] } });
    await runDueSchedules(strict);
    const reasons = ofType('schedule.missed').map(({ websiteId, reason }) => [websiteId, reason]);
    expect(reasons.toSorted()).toEqual([
      [blocked, 'url_not_allowed'],
      [blockedCrawl, 'url_not_allowed'],
      [empty, 'no_urls'],
    ]);
    for (const websiteId of [blocked, blockedCrawl, empty]) {
      expect(await nextRunOf(websiteId)).toBeGreaterThan(now);
      expect((await scheduleOf(websiteId)).lastMissedAt?.getTime()).toBeLessThan(now);
    }
    expect(await countOf(listJobs)).toBe(0);
    expect(await countOf(listCrawls)).toBe(0);
  });

  it('does not keep others from starting if it fails unexpectedly', async () => {
    const ids = [
      await createScheduled(daily, { domain: 'a.com' }),
      await createScheduled(daily, { domain: 'b.com' }),
    ];
    now += dayMs;
    // The one whose turn it is first.
    let broken: number | undefined;
    const failing = make({
      store: withSchedules({
        async start(run) {
          broken ??= run.websiteId;
          if (run.websiteId === broken) throw new Error('a bug');
          return store.schedules.start(run);
        },
      }),
    });
    await expect(runDueSchedules(failing)).rejects.toThrow('a bug');
    const fine = ids.find((id) => id !== broken);
    expect(ofType('schedule.started')).toMatchObject([{ websiteId: fine }]);
    now += minuteMs;
    await runDueSchedules(context);
    expect(ofType('schedule.started')).toMatchObject([{ websiteId: fine }, { websiteId: broken }]);
  });
});

describe('when the rules of a time zone change', () => {
  /** The rules of Berlin, with all clocks changed by some hours. */
  const changedBy =
    (hours: number): NextOccurrence =>
    (time, after) => {
      const shifted = new Date(after.getTime() + hours * hourMs);
      return new Date(nextOccurrence(time, shifted).getTime() - hours * hourMs);
    };
  const berlin = { ...daily, timeZone: 'Europe/Berlin' };

  it.each([
    ['earlier', 1],
    ['later', -1],
  ])('so that a time is %s, a schedule still runs once a day', async (_name, hours) => {
    const websiteId = await createScheduled(berlin);
    const changed = changedBy(hours);
    const starts: number[] = [];
    for (let day = 0; day < 4; day += 1) {
      for (let minute = 0; minute < 24 * 60; minute += 10) {
        now += 10 * minuteMs;
        await runDueSchedules(context, undefined, day === 0 ? undefined : changed);
        if (ofType('schedule.started').length > starts.length) starts.push(now);
      }
    }
    expect(starts).toHaveLength(4);
    const { nextRunAt } = await scheduleOf(websiteId);
    expect(nextRunAt).toEqual(
      nextRun({ ...(await scheduleOf(websiteId)) }, new Date(now), changed),
    );
    const apart = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    for (const ms of apart) {
      expect(ms).toBeGreaterThan(22 * hourMs);
      expect(ms).toBeLessThan(26 * hourMs);
    }
  });
});

describe('many runs', () => {
  it('that are due at once are not started at once, and owners with few are not kept waiting', async () => {
    for (let index = 0; index < 150; index += 1) {
      await createScheduled(daily, { domain: `${index}.com` });
    }
    await createScheduled(daily, { ownerId: 'bob' });
    now += 2 * dayMs;
    const reads: number[] = [];
    const counted = make({
      store: withSchedules({
        due(query) {
          reads.push(query.limit);
          return store.schedules.due(query);
        },
      }),
    });
    await runDueSchedules(counted);
    expect(await countOf(listJobs)).toBe(20);
    expect(await countOf(listJobs, 'bob')).toBe(1);
    expect(reads).toEqual([100, 100]);
    for (let minute = 0; minute < 8; minute += 1) {
      now += minuteMs;
      await runDueSchedules(context);
    }
    expect(await countOf(listJobs)).toBe(150);
    expect(ofType('schedule.missed')).toEqual([]);
  });

  it('for which there is never enough room reach each website in turn', async () => {
    context = make({ quotas: { runningCrawls: 1 } });
    for (let index = 0; index < 30; index += 1) {
      await createScheduled(dailyCrawl, { domain: `${index}.com` });
    }
    // Each crawl takes two hours, so that twelve of thirty run in a day.
    let running: number | undefined;
    let endsAt = 0;
    const end = Date.parse('2027-01-16T06:00Z');
    for (now = Date.parse('2027-01-02T06:00Z'); now < end; now += 30 * minuteMs) {
      if (running !== undefined && now >= endsAt) {
        await cancelCrawl(context, 'ann', running);
        running = undefined;
      }
      const before = ofType('crawl.created').length;
      await runDueSchedules(context);
      const [created] = ofType('crawl.created').slice(before);
      if (created === undefined) continue;
      running = created.crawlId;
      endsAt = now + 2 * hourMs;
    }
    const counts = new Map<number, number>();
    for (const { websiteId } of ofType('schedule.started')) {
      counts.set(websiteId, (counts.get(websiteId) ?? 0) + 1);
    }
    expect(counts.size).toBe(30);
    expect(ofType('schedule.missed').length).toBeGreaterThan(100);
    // The average is 5.6.
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(7);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(4);
  });
});
