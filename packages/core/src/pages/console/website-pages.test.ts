import {
  checkedValues,
  expectSafePage,
  inputValue,
  openBrowser,
  postActions,
} from '@sitegrade/adapter-suite/browser';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { beginCrawl, checked, issueOf, storeCrawl } from '@sitegrade/adapter-suite/store-crawl';
import { describe, expect, it } from 'vitest';
import {
  createWebhook,
  getSchedule,
  listCrawls,
  listReports,
  type SiteIssue,
  updateWebhook,
  updateWebsite,
} from '../../index.ts';

const root = '/sitegrade';
const day = (date: number) => new Date(Date.UTC(2026, 2, date));

// The story of a website in the console, its settings, and the start page that adds websites.

describe('pages of websites', () => {
  const api = useApi(() => ({ pages: true, quotas: { runningCrawls: 1, schedules: 1 } }));
  /** A browser of a user who has signed in. */
  const signIn = async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    return { user, browser, ...api() };
  };

  it('link to each other, and say which one is shown', async () => {
    const { user, browser } = await signIn();
    const { websiteId } = await user.addReport({ domain: 'tabs.example' });
    const website = `${root}/websites/${websiteId}`;
    const tabs = ['', '/issues', '/accepted', '/settings'];
    for (const tab of tabs) {
      const shown = await browser.get(website + tab);
      expectSafePage(shown);
      expect(shown.text).toContain('<h1><bdi>tabs.example</bdi></h1>');
      const [, nav = ''] = /<nav class="tabs[^>]*>(.*?)<\/nav>/.exec(shown.text) ?? [];
      const links = [...nav.matchAll(/href="([^"]+)"( aria-current="page")?/g)];
      expect(links.map(([, href, current]) => [href, current !== undefined])).toEqual(
        tabs.map((path) => [website + path, path === tab]),
      );
    }
  });

  it('have no issues before the first look', async () => {
    const { user, browser, store, context } = await signIn();
    const pages = [{ path: '/', outcome: checked(70) }];
    const domain = 'waiting.example';
    const { websiteId } = await beginCrawl(store, { ownerId: user.ownerId, domain, pages });
    const { text } = await browser.get(`${root}/websites/${websiteId}`);
    expect(text).toContain('No score yet.');
    expect(text).not.toContain('/issues"');
    const { shareToken } = await updateWebsite(context, user.ownerId, websiteId ?? 0, {
      privacy: 'public',
    });
    const shared = await openBrowser(api()).get(`${root}/share/websites/${shareToken}`);
    expect([shared.status, shared.text.includes('No score yet.')]).toEqual([200, true]);
  });

  it('show from reports how the score has changed, what to do next, and who is informed', async () => {
    const { user, browser, context } = await signIn();
    const part = { domain: 'story.example', url: 'https://story.example/' };
    const first = await user.addReport({ ...part, score: 60, createdAt: day(1) });
    const { title } = first.checks;
    if (title === undefined) throw new Error('The report has no check of the title.');
    const passed = { checks: { title: { ...title, status: 'pass' } }, fixFirst: [] } as const;
    const last = await user.addReport({ ...part, ...passed, score: 57, createdAt: day(8) });
    const { websiteId } = last;
    const path = `${root}/websites/${websiteId}`;
    const better = await browser.get(path);
    expect(better.text).toContain('<strong>−3 points</strong> since 1 Mar 2026.');
    expect(better.text).toContain(
      `0 findings, 0 new, 1 fixed. <a href="${root}/reports/${last.id}/compare/${first.id}">`,
    );
    expect(better.text).toContain('Nothing to fix: every check that applies has passed.');

    const other = { ...part, url: 'https://story.example/other', score: 20 };
    const lowest = await user.addReport({ ...other, createdAt: day(9) });
    const { text } = await browser.get(path);
    expect(text).toContain('The score before cannot be compared with this one.');
    expect(text).toContain('1 finding on the page with the lowest score. ');
    expect(text).toMatch(
      `<a href="${root}/reports/${lowest.id}#check-title"><bdi>The title has 3 characters.</bdi></a> <span class="gain">`,
    );
    expect(text).toContain('This website is checked only when you ask for it.');
    expect(text).toContain('No webhook gets messages about this website.');

    const url = 'https://hooks.example.com/';
    const { ownerId } = user;
    await createWebhook(context, ownerId, { url });
    await createWebhook(context, ownerId, { url, websiteIds: [websiteId] });
    const elsewhere = await user.addReport({ domain: 'elsewhere.example' });
    await createWebhook(context, ownerId, { url, websiteIds: [elsewhere.websiteId] });
    const { webhook } = await createWebhook(context, ownerId, { url });
    await updateWebhook(context, ownerId, webhook.id, { enabled: false });
    expect((await browser.get(path)).text).toContain('2 webhooks get messages about this website.');
  });

  it('compare nothing with a report of another website, whose page had the URL before', async () => {
    const { user, browser } = await signIn();
    const url = 'http://moved.example/';
    await user.addReport({ url, domain: 'before.example', createdAt: day(1) });
    const { websiteId } = await user.addReport({
      url,
      domain: 'moved.example',
      createdAt: day(8),
    });
    const { text } = await browser.get(`${root}/websites/${websiteId}`);
    expect(text).toContain('What to do next');
    expect(text).not.toMatch(/new, \d+ fixed|\/compare\//);
  });

  it('show from crawls which issues are new, fixed, and important', async () => {
    const { user, browser, store } = await signIn();
    const ids = ['new', 'kept', 'fixed', 'undecided', 'note'];
    const issuesWith = (found: readonly string[], unknown: string): readonly SiteIssue[] =>
      ids.map((id) =>
        issueOf({
          id,
          title: `Title of ${id}`,
          gain: id === 'kept' ? 1.25 : 0,
          importance: id === 'note' ? 'info' : 'high',
          ...(id === unknown && { status: 'unknown', reason: 'Why.' }),
          ...(found.includes(id) && {
            status: 'found',
            findings: [1, 2].map((page) => ({
              key: `${page}`,
              summary: `Summary of ${id}, ${page}`,
              pages: [`https://crawled.example/${page}`],
              pagesCount: 1,
              target: null,
            })),
          }),
        }),
      );
    const common = { ownerId: user.ownerId, domain: 'crawled.example' };
    const pages = [{ path: '/', outcome: checked(70) }];
    const before = await storeCrawl(store, {
      ...common,
      pages,
      score: 70,
      result: 'decent',
      createdAt: day(1),
      issues: issuesWith(['kept', 'fixed'], 'undecided'),
    });
    const crawl = await storeCrawl(store, {
      ...common,
      pages,
      score: 82,
      createdAt: day(8),
      issues: issuesWith(['new', 'kept', 'undecided', 'note'], ''),
    });
    const path = `${root}/websites/${crawl.websiteId}`;
    const { text } = await browser.get(path);
    expect(text).toContain('<strong>+12 points</strong> since 1 Mar 2026.');
    // What could not be decided before is not new.
    expect(text).toContain(
      `4 issues, 2 new, 1 fixed. <a href="${root}/crawls/${crawl.id}/compare/${before.id}">`,
    );
    const [, next = ''] = /<h2 id="next">(.*?)<\/section>/.exec(text) ?? [];
    expect(
      [...next.matchAll(/issues\/(\w+)"><bdi>Summary of \1, 1</g)].map(([, id]) => id),
    ).toEqual(['new', 'kept', 'undecided']);
    expect(next).toContain('<span class="gain">+1.3 points of the site</span>');
    expect(next).toContain('2 findings on 2 pages');

    // A crawl of other pages cannot be compared.
    await storeCrawl(store, {
      ...common,
      pages,
      end: 'max_pages',
      issues: issuesWith(['new'], ''),
    });
    const cut = await browser.get(path);
    expect(cut.text).toContain('The score before cannot be compared with this one.');
    expect(cut.text).toContain('1 issue. ');
  });

  it('do not count notes as what to do', async () => {
    const { user, browser, store } = await signIn();
    const issues = [issueOf({ id: 'note', importance: 'info', status: 'found' })];
    const pages = [{ path: '/', outcome: checked(90) }];
    const domain = 'noted.example';
    const { websiteId } = await storeCrawl(store, { ownerId: user.ownerId, domain, pages, issues });
    const { text } = await browser.get(`${root}/websites/${websiteId}`);
    expect(text).toContain('Nothing to fix: 1 note that costs no points.');
  });

  it('show in a list how scores have changed, and when they are looked at next', async () => {
    const { user, browser } = await signIn();
    for (const [domain, scores] of [
      ['a.example', [50, 40]],
      ['b.example', [50, 62]],
      ['c.example', [50, 50]],
    ] as const) {
      for (const [index, score] of scores.entries()) {
        const url = `https://${domain}/`;
        await user.addReport({ domain, url, score, createdAt: day(1 + index) });
      }
    }
    const { websiteId } = await user.addReport({ domain: 'xn--bcher-kva.example' });
    const time = { every: 'day', at: '06:00', time_zone: 'UTC', task: 'reports' };
    await browser.post(`${root}/websites/${websiteId}/schedule`, time);
    const { nextRunAt } = await getSchedule(api().context, user.ownerId, websiteId);
    const all = await browser.get(root);
    const rowOf = (domain: string) =>
      all.text.split('<tr>').find((row) => row.includes(`${domain}</bdi>`)) ?? '';
    expect(rowOf('a.example')).toMatch(/status fail">−10 points<.*since 1 Mar 2026/);
    expect(rowOf('b.example')).toMatch(/status pass">\+12 points</);
    expect(rowOf('c.example')).toContain('No change');
    expect(rowOf('c.example')).toContain('Not planned');
    expect(rowOf('kva.example')).toContain(`<time datetime="${nextRunAt.toISOString()}">`);
    expect(rowOf('kva.example')).toContain('>BC<');

    const filtered = async (query: string) => {
      const { text } = await browser.get(root + query);
      return [...text.matchAll(/<bdi>([\w-]+)\.example</g)].map(([, name]) => name).join(' ');
    };
    expect(await filtered('?show=worse')).toBe('a');
    expect(await filtered('?show=uncrawled&order=last_look')).toMatch(
      /^c b a|^xn--bcher-kva c b a/,
    );
    expect(await filtered('?show=other')).toBe('a b c xn--bcher-kva');
    const { text } = await browser.get(`${root}?show=unreachable&order=score`);
    expect(text).toContain('All websites respond, as far as is known.');
    expect(text).toContain(`href="${root}?order=score&amp;show=worse"`);
    expect(text).toContain(`href="${root}?order=score"`);
  });
});

describe('the form that adds a website', () => {
  const api = useApi(() => ({ pages: true, quotas: { runningCrawls: 1, schedules: 1 } }));
  const open = async () => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    const { context, site } = api();
    const crawls = async () => (await listCrawls(context, user.ownerId)).rows;
    const report = async () => (await listReports(context, user.ownerId)).rows[0];
    const schedule = async () => {
      const { websiteId = 0 } = (await report()) ?? {};
      return getSchedule(context, user.ownerId, websiteId).catch(() => undefined);
    };
    return { browser, url: `${site.url}/`, crawls, report, schedule };
  };

  it('creates a report only, unless more is chosen', async () => {
    const { browser, url, crawls, schedule } = await open();
    const { text } = await browser.get(root);
    expect(text).toContain('Here you will see each website with its score');
    expect([...checkedValues(text, 'crawl'), ...checkedValues(text, 'weekly')]).toEqual([]);
    expect((await browser.post(root, { url })).location).toMatch(/\/reports\/\d+$/);
    expect([(await crawls()).length, await schedule()]).toEqual([0, undefined]);
  });

  it.each([
    [{ crawl: 'yes' }, 'added_crawl', 'A crawl is waiting to start.'],
    [{ weekly: 'yes' }, 'added_weekly', 'The website is looked at again every week.'],
    [{ crawl: 'yes', weekly: 'yes' }, 'added_both', 'every week. A crawl is waiting to start.'],
  ])('also does what is chosen: %j', async (chosen, done, sentence) => {
    const { browser, url, crawls, report, schedule } = await open();
    const added = await browser.post(root, { url: `${url}linked`, ...chosen });
    const website = `${root}/websites/${(await report())?.websiteId}`;
    expect([added.status, added.location]).toEqual([303, `${website}?done=${done}`]);
    const shown = await browser.get(added.location ?? '');
    expectSafePage(shown);
    expect(shown.text).toContain(sentence);
    const isCrawled = 'crawl' in chosen;
    // From its start page, whichever page the report is about.
    expect((await crawls()).map((crawl) => crawl.url)).toEqual(isCrawled ? [url] : []);
    expect(await schedule()).toEqual(
      'weekly' in chosen
        ? expect.objectContaining({ every: 'week', task: isCrawled ? 'crawl' : 'reports' })
        : undefined,
    );
  });

  it('says what is created where the rest is refused, and why', async () => {
    const { browser, url, crawls, report, schedule } = await open();
    const chosen = { url, crawl: 'yes', weekly: 'yes' };
    await browser.post(root, chosen);
    const [before, first] = [await schedule(), await report()];
    const refused = await browser.post(root, chosen);
    expect(refused.status).toBe(422);
    expectSafePage(refused);
    const created = await report();
    expect(created?.id).not.toBe(first?.id);
    expect(refused.text).toContain('The report is created. ');
    expect(refused.text).toContain(`<a href="${root}/reports/${created?.id}">Show the report</a>`);
    expect(refused.text).toMatch(/id="weekly-error"[^>]*>This website already has a schedule/);
    expect(refused.text).toMatch(/id="crawl-error"[^>]*>The quota of running crawls is 1/);
    expect([(await crawls()).length, await schedule()]).toEqual([1, before]);
    expect(inputValue(refused.text, 'url')).toBe(url);
    expect(checkedValues(refused.text, 'crawl')).toEqual(['yes']);
    expect(postActions(refused.text)).toContain(root);
  });

  it('leaves out what is done when it shows what is refused', async () => {
    const { browser, url } = await open();
    await browser.post(`${root}/crawls`, { url: 'https://example.com/' });
    const refused = await browser.post(root, { url, crawl: 'yes', weekly: 'yes' });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.text).toContain(
      'The report is created. The website is looked at again every week. <a',
    );
    expect(checkedValues(refused.text, 'weekly')).toEqual([]);
    expect(checkedValues(refused.text, 'crawl')).toEqual(['yes']);
  });

  it('creates nothing with a wrong URL', async () => {
    const { browser, report, crawls } = await open();
    const chosen = { url: 'ftp://example.com/', crawl: 'yes', weekly: 'yes' };
    const refused = await browser.post(root, chosen);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Only URLs with http:// or https:// can be analysed.');
    expect(checkedValues(refused.text, 'weekly')).toEqual(['yes']);
    expect([await report(), (await crawls()).length]).toEqual([undefined, 0]);
  });
});
