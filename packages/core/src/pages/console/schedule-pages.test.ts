import {
  expectSafePage,
  inputValue,
  openBrowser,
  postActions,
  textareaValue,
} from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { getSchedule, type Schedule } from '../../index.ts';

const root = '/sitegrade';
const daily = { every: 'day', at: '06:00', time_zone: 'Europe/Berlin', task: 'reports' };

// The schedule of a website in the console.

describe('pages of schedules', () => {
  const api = useApi(() => ({ pages: true, quotas: { schedules: 1 } }));
  /** A browser of a user who has signed in, with a website. */
  const open = async (domain = 'example.com') => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    const { websiteId } = await user.addReport({ domain, url: `https://${domain}/` });
    const website = `${root}/websites/${websiteId}`;
    const find = () => getSchedule(api().context, user.ownerId, websiteId);
    return { user, browser, websiteId, website, path: `${website}/schedule`, find };
  };

  it('lead from the website to a form, which sets the schedule', async () => {
    const { browser, website, path, find } = await open();
    const before = await browser.get(website);
    expect(before.text).toContain('This website is checked only when you ask for it.');
    expect(before.text).toContain(`<a href="${path}">Set a schedule</a>`);
    const form = await browser.get(path);
    expect(form.status).toBe(200);
    expectSafePage(form);
    expect(postActions(form.text)).toContain(path);
    expect(form.text).toMatch(/<option value="week" selected>/);
    expect(form.text).toContain('<option value="Europe/Berlin">');
    expect([inputValue(form.text, 'at'), inputValue(form.text, 'time_zone')]).toEqual([
      ...['06:00', 'UTC'],
    ]);

    const set = await browser.post(path, {
      ...daily,
      every: 'week',
      weekday: 'sunday',
      day_of_month: '1',
      task: 'crawl',
      at: ' 23:59 ',
      url: '',
      max_pages: '50',
      source: 'links',
      recrawl: 'changed',
      include: '/blog/\r\n\r\n /shop/*$ ',
      exclude: '',
    });
    expect([set.status, set.location]).toEqual([303, `${website}/settings?done=schedule_set`]);
    expect(await find()).toMatchObject({
      every: 'week',
      weekday: 'sunday',
      dayOfMonth: null,
      at: '23:59',
      crawl: {
        url: 'example.com/',
        maxPages: 50,
        source: 'links',
        recrawl: 'changed',
        include: ['/blog/', '/shop/*$'],
        exclude: [],
      },
    });
    const shown = await browser.get(set.location ?? '');
    expectSafePage(shown);
    expect(shown.text).toContain('The schedule is saved.');
    expect(shown.text).toContain(
      'Every Sunday at 23:59 (Europe/Berlin): a crawl of at most 50 pages.',
    );
    expect(shown.text).toMatch(
      /Next run: <time datetime="[^"]+Z">\w+day[ ,].* \(Europe\/Berlin\)</,
    );
    expect(shown.text).toContain('It has not run yet.');
    const again = await browser.get(path);
    expect(textareaValue(again.text, 'include')).toBe('/blog/\n/shop/*$');
    expect(inputValue(again.text, 'max_pages')).toBe('50');
    expect(again.text).toMatch(/<option value="sunday" selected>/);
  });

  it.each([
    ['Every day at 06:00', daily],
    ['On day 28 of every month at 06:00', { ...daily, every: 'month', day_of_month: '28' }],
  ])('leave out unused fields, and say in a sentence: %s', async (sentence, fields) => {
    const { browser, website, path } = await open();
    const unused = { weekday: 'nonsense', max_pages: 'many', url: 'ftp://x/', include: 'x' };
    expect((await browser.post(path, { ...unused, ...fields })).status).toBe(303);
    expect((await browser.get(website)).text).toContain(
      `${sentence} (Europe/Berlin): a report of each of the latest 1,000 pages.`,
    );
  });

  it.each([
    [{ every: 'hour' }, 'How often must be one of day, week, month.'],
    [{ every: 'week', weekday: 'x' }, 'Day of the week must be one of monday, tuesday,'],
    [{ every: 'month', day_of_month: '' }, 'Day of the month must be an integer from 1 to 28.'],
    [{ at: '' }, 'Time must be a time from 00:00 to 23:59, such as 06:00.'],
    [{ time_zone: 'Berlin' }, 'Time zone must be an IANA time zone, such as Europe/Berlin.'],
    [{ task: 'x' }, 'What to do must be one of reports, crawl.'],
    [{ task: 'crawl', max_pages: '0' }, 'Number of pages must be an integer from 1 to 10000.'],
    [{ task: 'crawl', include: '/a\n\nb' }, '<li>Line 3 must begin with / or *.</li>'],
    [{ task: 'crawl', url: 'https://b.test/' }, 'URL of the start page must be a URL of'],
    [{ task: 'crawl', url: 'ftp://example.com/' }, 'Only URLs with http://'],
  ])('show what is wrong with the form %#, and keep it', async (part, message) => {
    const { browser, path, find } = await open();
    const fields = { ...daily, max_pages: '7', ...part };
    const reply = await browser.post(path, fields);
    expect(reply.status).toBe(422);
    expectSafePage(reply);
    expect(reply.text).toContain(message);
    expect(reply.text).toMatch(/role="alert"/);
    for (const name of ['at', 'time_zone', 'max_pages']) {
      expect(inputValue(reply.text, name)).toBe(Reflect.get(fields, name));
    }
    await expect(find()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('show that a quota is exceeded', async () => {
    const { user, browser, path } = await open();
    expect((await browser.post(path, daily)).status).toBe(303);
    const domain = 'second.com';
    const { websiteId } = await user.addReport({ domain, url: `https://${domain}/` });
    const refused = await browser.post(`${root}/websites/${websiteId}/schedule`, daily);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('The quota of schedules is 1');
  });

  it('show the last run, one that was missed, and one that waits', async () => {
    const { user, browser, websiteId, website, path, find } = await open();
    await browser.post(path, daily);
    const { schedules } = api().store;
    const { ownerId } = user;
    const at = (time: string) => new Date(`2026-03-${time}Z`);
    const skip = async (nextRunAt: Date, missed: Schedule['lastMissedReason']) => {
      const { nextRunAt: dueAt } = await find();
      await schedules.skip({ ownerId, websiteId, dueAt, nextRunAt, missed });
    };
    await skip(at('27T05:10'), null);
    await skip(at('28T05:10'), 'no_urls');
    const jobs = { ownerId, urls: ['https://example.com/'], isBatch: true };
    const work = { ...jobs, createdAt: new Date(), maxQueued: 9 };
    await schedules.start({
      ownerId,
      websiteId,
      dueAt: at('28T05:10'),
      nextRunAt: at('29T04:10'),
      work: { task: 'reports', jobs: work },
      now: new Date(),
    });
    const { lastBatchId } = await find();
    const batch = `<a href="${root}/batches/${lastBatchId}">Batch ${lastBatchId}</a>`;
    for (const [page, hasBatch] of [
      [website, false],
      [`${website}/settings`, true],
    ] as const) {
      const { text } = await browser.get(page);
      expect(text.includes(batch)).toBe(hasBatch);
      expect(text).toMatch(
        /The run of Friday.*27 March 2026 at 06:10 \(Europe\/Berlin\) was missed/,
      );
      expect(text).toContain('The next run is due.');
    }
  });

  it('delete a schedule after asking', async () => {
    const { browser, website, path, find } = await open();
    expect((await browser.get(`${path}/delete`)).location).toBe(`${website}/settings`);
    await browser.post(path, daily);
    const settings = await browser.get(`${website}/settings`);
    expect(settings.text).toContain(`href="${path}/delete"`);
    const asked = await browser.get(`${path}/delete`);
    expectSafePage(asked);
    expect(asked.text).toContain('is no longer checked regularly.');
    const deleted = await browser.post(`${path}/delete`, {});
    expect([deleted.status, deleted.location]).toEqual([
      303,
      `${website}/settings?done=schedule_deleted`,
    ]);
    expect((await browser.get(deleted.location ?? '')).text).toContain('The schedule is deleted.');
    await expect(find()).rejects.toMatchObject({ code: 'not_found' });
    expect((await browser.post(`${path}/delete`, {})).status).toBe(404);
  });

  it('are those of the owner only', async () => {
    const { browser, path } = await open();
    await browser.post(path, daily);
    const other = await open();
    for (const page of [path, `${path}/delete`]) {
      expect((await other.browser.get(page)).status).toBe(404);
      expect((await other.browser.post(page, daily)).status).toBe(404);
      expect((await openBrowser(api()).get(page)).status).toBe(303);
    }
    expect((await browser.get(path)).text).toContain('Every day at 06:00');
  });
});
