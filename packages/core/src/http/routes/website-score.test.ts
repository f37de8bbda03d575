import { type Browser, expectSafePage, openBrowser } from '@sitegrade/adapter-suite/browser';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { checked, issueOf, storeCrawl } from '@sitegrade/adapter-suite/store-crawl';
import { describe, expect, it } from 'vitest';
import { updateWebsite } from '../../index.ts';

const root = '/sitegrade';

/** What is looked at of records. */
interface Fields {
  readonly score_source?: Readonly<Record<string, unknown>>;
  readonly found_in?: Readonly<Record<string, unknown>>;
  readonly points?: readonly unknown[];
  readonly status?: string;
}

function fieldsOf(record: object): Fields {
  return record;
}

// The score of a website is one number, with what it is from, wherever it is shown.

describe('the score of a website', () => {
  const api = useApi(() => ({ pages: true }));

  const signIn = async (): Promise<{ user: TestUser; browser: Browser }> => {
    const user = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(`${root}/sign-in`, { key: user.key });
    return { user, browser };
  };

  /** Everything that shows the score of the user's only website. */
  const shown = async (user: TestUser, browser: Browser, websiteId: number) => {
    const { store, context } = api();
    await updateWebsite(context, user.ownerId, websiteId, { privacy: 'public' });
    const website = await store.websites.find(user.ownerId, websiteId);
    const at = `/api/v1/websites/${websiteId}`;
    const share = `${root}/share/websites/${website?.shareToken}`;
    const visitor = openBrowser(api());
    const pages = {
      start: await browser.get(root),
      console: await browser.get(`${root}/websites/${websiteId}`),
      consoleIssues: await browser.get(`${root}/websites/${websiteId}/issues`),
      shared: await visitor.get(share),
      sharedIssues: await visitor.get(`${share}/issues`),
    };
    for (const [name, page] of Object.entries(pages)) {
      expect([name, page.status]).toEqual([name, 200]);
      expectSafePage(page);
    }
    return {
      pages,
      record: fieldsOf((await user.get(at)).body.data),
      list: (await user.list('/api/v1/websites?sort_by=score')).body.data[0],
      csv: (await user.get('/api/v1/websites', { accept: 'text/csv' })).text,
      history: fieldsOf((await user.get(`${at}/history`)).body.data),
      issues: (await user.list(`${at}/issues?per_page=100`)).body.data.map(fieldsOf),
      badge: (await visitor.get(`${share}/badge.svg`)).text,
    };
  };

  /** What every place must show. */
  const expectOne = (
    { pages, record, list, csv, history, issues, badge }: Awaited<ReturnType<typeof shown>>,
    score: number,
    source: Record<string, unknown>,
    text: string,
  ) => {
    for (const row of [record, list]) expect(row).toMatchObject({ score, score_source: source });
    expect(csv).toContain(`,${score},decent,${source.kind},`);
    expect(history).toMatchObject({ source: source.kind });
    expect(history.points?.at(-1)).toMatchObject({ score, pages: source.pages });
    for (const issue of issues) expect(issue.found_in).toEqual(record.score_source);
    expect(badge).toContain(`Decent ${score}<`);
    expect(badge).toContain(`${score} of 100 · ${text}`);
    for (const [name, page] of Object.entries(pages)) {
      expect([name, page.text.includes(text)]).toEqual([name, true]);
    }
    expect(pages.start.text).toContain(`class="score decent">${score} Decent<`);
    expect(pages.console.text).toContain(`aria-label="Score ${score} of 100"`);
    expect(pages.shared.text).toContain(`aria-label="Score ${score} of 100"`);
    expect(pages.sharedIssues.text).toContain(`aria-label="Score ${score} of 100"`);
    expect(pages.console.text).toContain(`the last one is ${score}.`);
    expect(pages.shared.text).toContain(`the last one is ${score}.`);
  };

  it('is the mean of the latest report of each URL', async () => {
    const { user, browser } = await signIn();
    const add = (path: string, score: number, day: number) =>
      user.addReport({
        url: `https://scored.example/${path}`,
        domain: 'scored.example',
        score,
        createdAt: new Date(Date.UTC(2026, 4, day)),
      });
    await add('', 13, 10);
    await add('a', 91, 11);
    const { websiteId } = await add('', 38, 12);
    const source = {
      kind: 'reports',
      crawl_id: null,
      pages: 2,
      measured_at: '2026-05-12T00:00:00.000Z',
    };
    // 64.5 rounds up. The latest report alone would be 38, the mean of all reports 47.3.
    const everything = await shown(user, browser, websiteId);
    expectOne(everything, 65, source, 'latest reports of 2 pages, 12 May 2026');
    expect(everything.record).toMatchObject({ reports_avg_score: 47.3, result: 'decent' });
  });

  it('is that of the last complete crawl, as are its issues', async () => {
    const { user, browser } = await signIn();
    const pages = ['https://crawled.example/a', 'https://crawled.example/b'];
    const finding = {
      summary: '2 pages have the title “Same”.',
      pages,
      pagesCount: 2,
      target: null,
      key: 'Same',
    };
    const crawl = (day: number, score: number, part: object = {}) =>
      storeCrawl(api().store, {
        ownerId: user.ownerId,
        domain: 'crawled.example',
        pages: ['/', '/a', '/b'].map((path) => ({ path, outcome: checked(80) })),
        issues: [issueOf({ findings: [finding] })],
        score,
        result: 'decent',
        createdAt: new Date(Date.UTC(2026, 4, day)),
        ...part,
      });
    await crawl(10, 55, { end: 'max_pages' });
    const last = await crawl(12, 66);
    await crawl(13, 44, { end: 'refused' });
    await user.addReport({ domain: 'crawled.example', score: 3, result: 'bad' });
    const everything = await shown(user, browser, last.websiteId ?? 0);
    const source = { kind: 'crawl', crawl_id: last.id, pages: 3 };
    const { endedAt } = last;
    const day = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    }).format(endedAt ?? undefined);
    expectOne(everything, 66, source, `crawl of 3 pages, ${day}`);
    expect(everything.record.score_source?.measured_at).toBe(endedAt?.toISOString());
    expect(everything.issues.filter(({ status }) => status === 'found')).toMatchObject([
      { id: 'duplicate-titles' },
    ]);
    for (const page of [everything.pages.consoleIssues, everything.pages.sharedIssues]) {
      expect(page.text).toContain('id="issue-duplicate-titles"');
    }
    // A page of the crawl, and not a report.
    expect(everything.pages.consoleIssues.text).toContain(`/crawls/${last.id}/pages?url=`);
  });

  it('is beside the open problems of what it is from', async () => {
    const { user, browser } = await signIn();
    const add = (path: string, score: number) =>
      user.addReport({
        url: `https://open.example/${path}`,
        domain: 'open.example',
        score,
      });
    const lowest = await add('low', 38);
    const latest = await add('high', 91);
    const home = await browser.get(root);
    expectSafePage(home);
    expect(home.text).toContain(`href="${root}/reports/${lowest.id}#checks"`);
    expect(home.text).not.toContain(`/reports/${latest.id}#checks`);
    expect(home.text).toMatch(/on (?:<bdi[^>]*>)?https:\/\/open\.example\/low/);
    const finding = {
      summary: '/gone does not exist.',
      pages: [lowest.url],
      pagesCount: 1,
      target: 'https://open.example/gone',
      key: 'https://open.example/gone',
    };
    const crawl = (pages: number, part: object) =>
      storeCrawl(api().store, {
        ownerId: user.ownerId,
        domain: 'open.example',
        pages: Array.from({ length: pages }, (_, index) => ({
          path: index === 0 ? '/' : `/${index}`,
          outcome: checked(80),
        })),
        issues: [
          issueOf({ status: 'none', findings: [] }),
          issueOf({ id: 'broken-pages', findings: [finding] }),
        ],
        score: 75,
        result: 'decent',
        end: 'max_pages',
        ...part,
      });
    const { websiteId } = await crawl(3, {});
    const ofCrawl = await browser.get(root);
    const issues = `${root}/websites/${websiteId}/issues`;
    expect(ofCrawl.text).toContain(`href="${issues}">1 issue<`);
    expect(ofCrawl.text).toMatch(
      new RegExp(`href="${issues}/broken-pages">.*/gone does not exist`),
    );
    expect(ofCrawl.text).not.toContain('#checks"');
    // A smaller crawl says why it does not count.
    const small = await crawl(1, { score: 50 });
    expect((await browser.get(root)).text).toContain('>75 Decent<');
    const page = await browser.get(`${root}/crawls/${small.id}`);
    expect(page.text).toContain('it is that of a crawl of 3 pages, and this one stopped after 1');
  });

  it('is missing until there is a crawl or a report', async () => {
    const { user, browser } = await signIn();
    const report = await user.addReport({ domain: 'empty.example' });
    await user.delete(`/api/v1/reports/${report.id}`);
    const { body } = await user.get(`/api/v1/websites/${report.websiteId}`);
    expect(body.data).toMatchObject({ score: null, result: null, score_source: null });
    const page = await browser.get(`${root}/websites/${report.websiteId}`);
    expect(page.text).toContain('No score yet.');
  });
});
