import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { deleteOwner } from '../maintenance/delete-owner.ts';
import type { Store } from '../store/store.ts';
import { deleteWebsite } from '../websites/delete-website.ts';
import { getWebsite } from '../websites/get-website.ts';
import { deleteSchedule, getSchedule } from './get-schedule.ts';
import { type SetScheduleInput, setSchedule } from './set-schedule.ts';

let store: Store;
let now: Date;
let context: Context;
let websiteId: number;

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({ store, now: () => now, ...options });

const daily: SetScheduleInput = {
  every: 'day',
  at: '06:00',
  timeZone: 'Europe/Berlin',
  task: 'reports',
};
const crawls: SetScheduleInput = { ...daily, task: 'crawl' };

const createWebsite = async (ownerId: string, domain = 'example.com') =>
  (await store.reports.create(newReport({ ownerId, domain }))).websiteId;

beforeEach(async () => {
  store = memoryStore();
  now = new Date('2027-01-01T12:00Z');
  context = make();
  websiteId = await createWebsite('ann');
});

describe('setting a schedule', () => {
  it('stores it, with the next run', async () => {
    const { schedule, isNew } = await setSchedule(context, 'ann', websiteId, daily);
    expect(isNew).toBe(true);
    expect(schedule).toEqual({
      websiteId,
      ...daily,
      weekday: null,
      dayOfMonth: null,
      crawl: null,
      nextRunAt: schedule.nextRunAt,
      lastRunAt: null,
      lastBatchId: null,
      lastCrawlId: null,
      lastMissedAt: null,
      lastMissedReason: null,
      createdAt: now,
      updatedAt: now,
    });
    expect(schedule.nextRunAt.toISOString()).toMatch(/^2027-01-02T05:/);
    expect(await getSchedule(context, 'ann', websiteId)).toEqual(schedule);
    expect((await getWebsite(context, 'ann', websiteId)).nextRunAt).toEqual(schedule.nextRunAt);
  });

  it('replaces all of it', async () => {
    await setSchedule(context, 'ann', websiteId, { ...crawls, every: 'week', weekday: 'monday' });
    now = new Date('2027-01-05T12:00Z');
    const { schedule, isNew } = await setSchedule(context, 'ann', websiteId, daily);
    expect(isNew).toBe(false);
    expect(schedule).toMatchObject({ every: 'day', weekday: null, task: 'reports', crawl: null });
    expect(schedule.createdAt).toEqual(new Date('2027-01-01T12:00Z'));
    expect(schedule.updatedAt).toEqual(now);
    expect(schedule.nextRunAt > now).toBe(true);
  });

  it('stores the options of a crawl with the defaults of a crawl, beginning at the domain', async () => {
    const { schedule } = await setSchedule(context, 'ann', websiteId, crawls);
    expect(schedule.crawl).toEqual({
      url: 'example.com/',
      maxPages: 100,
      include: [],
      exclude: [],
      source: 'both',
      recrawl: 'all',
    });
    const options = {
      url: 'https://www.EXAMPLE.com/start#top',
      maxPages: 500,
      include: ['/blog/'],
      exclude: ['/*.pdf$'],
      source: 'links',
      recrawl: 'changed',
    } as const;
    const changed = await setSchedule(context, 'ann', websiteId, { ...crawls, ...options });
    const url = 'https://www.example.com/start';
    expect(changed.schedule.crawl).toEqual({ ...options, url });
  });

  it.each([
    [{ every: 'hour' as never }, 'every', 'must be one of day, week, month.'],
    [{ every: 'week' }, 'weekday', 'is required if every is week.'],
    [{ weekday: 'monday' }, 'weekday', 'is only allowed if every is week.'],
    [
      { every: 'week', weekday: 'Monday' as never },
      'weekday',
      'must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
    ],
    [{ every: 'month' }, 'dayOfMonth', 'is required if every is month.'],
    [{ dayOfMonth: 1 }, 'dayOfMonth', 'is only allowed if every is month.'],
    [{ every: 'month', dayOfMonth: 29 }, 'dayOfMonth', 'must be an integer from 1 to 28.'],
    [{ every: 'month', dayOfMonth: 0 }, 'dayOfMonth', 'must be an integer from 1 to 28.'],
    [{ at: '6:00' }, 'at', 'must be a time from 00:00 to 23:59, such as 06:00.'],
    [{ at: '24:00' }, 'at', 'must be a time from 00:00 to 23:59, such as 06:00.'],
    [{ at: '06:00\n' }, 'at', 'must be a time from 00:00 to 23:59, such as 06:00.'],
    [{ at: 6 as never }, 'at', 'must be a string.'],
    [{ timeZone: 'Mars/Phobos' }, 'timeZone', 'must be an IANA time zone, such as Europe/Berlin.'],
    [{ timeZone: '' }, 'timeZone', 'must be an IANA time zone, such as Europe/Berlin.'],
    [{ timeZone: '+02:00' }, 'timeZone', 'must be an IANA time zone, such as Europe/Berlin.'],
    [{ timeZone: 'a'.repeat(65) }, 'timeZone', 'must be an IANA time zone, such as Europe/Berlin.'],
    [{ task: 'report' as never }, 'task', 'must be one of reports, crawl.'],
    [{ maxPages: 5 }, 'maxPages', 'is only allowed if task is crawl.'],
    [{ url: 'https://example.com/' }, 'url', 'is only allowed if task is crawl.'],
    [{ include: [] }, 'include', 'is only allowed if task is crawl.'],
    [{ task: 'crawl', maxPages: 10_001 }, 'maxPages', 'must be an integer from 1 to 10000.'],
    [{ task: 'crawl', include: ['/', 'a'] }, 'include.1', 'must begin with / or *.'],
    [{ task: 'crawl', source: 'all' as never }, 'source', 'must be one of links, sitemap, both.'],
    [{ task: 'crawl', url: 'https://other.com/' }, 'url', 'must be a URL of example.com.'],
    [{ task: 'crawl', url: 'https://a.example.com/' }, 'url', 'must be a URL of example.com.'],
    [{ task: 'crawl', url: 'ftp://example.com/' }, 'url', expect.any(String)],
    [{ day: 5 } as never, 'day', expect.stringContaining('is not a known field.')],
  ] satisfies [Partial<SetScheduleInput>, string, unknown][])(
    'refuses %j, and names the field',
    async (part, field, issue) => {
      const input = { ...daily, ...part };
      const issues = { [field]: [issue] };
      await expect(setSchedule(context, 'ann', websiteId, input)).rejects.toMatchObject({ issues });
      await expect(getSchedule(context, 'ann', websiteId)).rejects.toMatchObject({
        code: 'not_found',
      });
    },
  );

  it('needs all that is required, and names it at once', async () => {
    const issues = Object.fromEntries(
      ['every', 'at', 'timeZone', 'task'].map((name) => [name, ['is required.']]),
    );
    const setting = setSchedule(context, 'ann', websiteId, {} as never);
    await expect(setting).rejects.toMatchObject({ code: 'invalid_input', issues });
    await expect(setSchedule(context, 'ann', websiteId, null as never)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('needs a website of the owner', async () => {
    for (const [owner, id] of [
      ['ann', websiteId + 1],
      ['bob', websiteId],
    ] as const) {
      const missing = { code: 'not_found', message: 'There is no website with this id.' };
      await expect(setSchedule(context, owner, id, daily)).rejects.toMatchObject(missing);
      await expect(getSchedule(context, owner, id)).rejects.toMatchObject(missing);
      await expect(deleteSchedule(context, owner, id)).rejects.toMatchObject(missing);
    }
  });

  it('is refused beyond the quota of the owner, which replacing is not', async () => {
    context = make({ quotas: { schedules: 1 } });
    await setSchedule(context, 'ann', websiteId, daily);
    await setSchedule(context, 'ann', websiteId, crawls);
    const other = await createWebsite('ann', 'other.com');
    await expect(setSchedule(context, 'ann', other, daily)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message:
        'The quota of schedules is 1: there are 1, and this request adds 1. Retry when there are fewer.',
    });
    const ofBob = await createWebsite('bob');
    await setSchedule(context, 'bob', ofBob, daily);
    await deleteSchedule(context, 'ann', websiteId);
    await setSchedule(context, 'ann', other, daily);
  });

  it('meets a condition at the moment of the change', async () => {
    const changed = { code: 'precondition_failed' };
    const onlyIf = () => false;
    const refused = setSchedule(context, 'ann', websiteId, daily, { onlyIf });
    await expect(refused).rejects.toMatchObject(changed);
    await setSchedule(context, 'ann', websiteId, daily, {
      onlyIf: (current) => current === undefined,
    });
    await expect(deleteSchedule(context, 'ann', websiteId, { onlyIf })).rejects.toMatchObject(
      changed,
    );
    expect(await getSchedule(context, 'ann', websiteId)).toMatchObject(daily);
  });
});

describe('a schedule', () => {
  it('is deleted, and there is none any more', async () => {
    await setSchedule(context, 'ann', websiteId, daily);
    await deleteSchedule(context, 'ann', websiteId);
    const missing = { code: 'not_found', message: 'The website has no schedule.' };
    await expect(getSchedule(context, 'ann', websiteId)).rejects.toMatchObject(missing);
    await expect(deleteSchedule(context, 'ann', websiteId)).rejects.toMatchObject(missing);
  });

  it('is deleted with its website, and with its owner', async () => {
    await setSchedule(context, 'ann', websiteId, daily);
    await deleteWebsite(context, 'ann', websiteId);
    expect(await store.schedules.find('ann', websiteId)).toBeUndefined();
    const other = await createWebsite('ann', 'other.com');
    await setSchedule(context, 'ann', other, daily);
    await deleteOwner(context, 'ann');
    expect(await store.schedules.find('ann', other)).toBeUndefined();
  });
});
