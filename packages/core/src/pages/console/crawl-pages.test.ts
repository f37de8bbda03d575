import {
  type Browser,
  expectSafePage,
  openBrowser,
  postActions,
  textareaValue,
} from '@sitegrade/adapter-suite/browser';
import { type TestApi, type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import {
  beginCrawl,
  checked,
  claim,
  issueOf,
  type StoredPage,
  storeCrawl,
} from '@sitegrade/adapter-suite/store-crawl';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CheckResult,
  createCrawl,
  getCrawl,
  listCrawls,
  type SiteFinding,
  updateWebsite,
  type Website,
} from '../../index.ts';

const root = '/sitegrade';
const crawls = `${root}/crawls`;
/** Far above the duration of a crawl of a few pages. */
const waitMs = { timeout: 25_000 };

const secret = 'abcdefgh12345678';
/** What an analysed site may contain. */
const hostile = '“<b onclick="x">&amp;\u202e';
const shownHostile = '“&lt;b onclick=&quot;x&quot;>&amp;amp;&lt;U+202E>';

/** The outcome of a page whose check of the title has another result. */
function withTitle(
  score: number,
  change: (evidence: CheckResult['evidence']) => Partial<CheckResult>,
) {
  const outcome = checked(score);
  const { title, ...checks } = outcome.details.checks;
  if (title === undefined) throw new Error('The page has no check of the title.');
  const changed = { ...title, ...change(title.evidence) };
  return { ...outcome, details: { ...outcome.details, checks: { ...checks, title: changed } } };
}

// The pages of crawls in the console, and of issues on shared pages.

describe('pages of crawls without a worker', () => {
  const clock = { aheadMs: 0 };
  const api = useApi(() => ({
    pages: true,
    quotas: { runningCrawls: 1 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }));
  const signIn = () => signInTo(api());
  let domains = 0;

  /** A stored crawl of a new website with 30 pages and two issues, and the paths of its pages. */
  const stored = async ({ ownerId }: TestUser, part: Partial<Parameters<typeof storeCrawl>[1]>) => {
    domains += 1;
    const { store, context } = api();
    const domain = part.domain ?? `crawled-${domains}.example`;
    const pages = pagesWith(28);
    const issues = issuesOf(`https://${domain}`);
    const done = await storeCrawl(store, { ownerId, domain, pages, issues, ...part });
    const website = await updateWebsite(context, ownerId, done.websiteId ?? 0, {
      privacy: 'public',
    });
    return { crawl: done, website, domain, path: `${crawls}/${done.id}` };
  };

  it('create a crawl from a form and lead to it', async () => {
    const { user, browser } = await signIn();
    const sent = {
      url: ' https://Example.com/#x ',
      max_pages: '50',
      source: 'links',
      recrawl: 'changed',
      include: '/blog/\r\n\r\n /shop/*$ ',
      exclude: '',
    };
    const made = await browser.post(crawls, sent);
    const [crawl] = (await listCrawls(api().context, user.ownerId)).rows;
    expect([made.status, made.location]).toEqual([303, `${crawls}/${crawl?.id}`]);
    expect(crawl).toMatchObject({
      url: 'https://example.com/',
      maxPages: 50,
      source: 'links',
      recrawl: 'changed',
      include: ['/blog/', '/shop/*$'],
      exclude: [],
    });
    const shown = await browser.get(made.location ?? '');
    expect(shown.status).toBe(200);
    expectSafePage(shown);
    expect(shown.text).toContain('<div id="live" data-live');
    expect(shown.text).toContain(`<a href="${made.location}">Refresh</a>`);
    expect(shown.text).toContain('The crawl waits for its start.');
    // More than the quota.
    const refused = await browser.post(crawls, sent);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('The quota of running crawls is 1');
    expect(textareaValue(refused.text, 'include')).toBe('/blog/\r\n\r\n /shop/*$ ');
    expect(refused.text).toMatch(/<option value="links" selected>/);
    expect(refused.text).toMatch(/<option value="changed" selected>/);
  });

  it.each([
    [{ url: '' }, 'URL of the start page must not be empty.'],
    [{ url: 'ftp://a.test/' }, 'Only URLs with http://'],
    [{ max_pages: '0' }, 'Number of pages must be an integer from 1 to 10000.'],
    [{ max_pages: '1e3' }, 'Number of pages must be an integer from 1 to 10000.'],
    [{ source: 'guess' }, 'Find pages by must be one of links, sitemap, both.'],
    [{ recrawl: 'some' }, 'Read must be one of all, changed.'],
    [{ include: '\n/a\n\nb' }, '<li>Line 4 must begin with / or *.</li>'],
    [{ exclude: `/a\n/${'x'.repeat(500)}` }, '<li>Line 2 must be at most 500 characters.</li>'],
    [{ exclude: '/a\n'.repeat(101) }, '<li>Exclude must be at most 100 patterns.</li>'],
  ])('show what is wrong with the form %#, and keep it', async (part, message) => {
    const { user, browser } = await signIn();
    const fields = { url: 'https://example.com/', max_pages: '7', ...part };
    const reply = await browser.post(crawls, fields);
    expect(reply.status).toBe(422);
    expectSafePage(reply);
    expect(reply.text).toContain(message);
    for (const name of ['include', 'exclude']) {
      expect(textareaValue(reply.text, name)).toBe(Reflect.get(fields, name) ?? '');
    }
    expect((await listCrawls(api().context, user.ownerId)).total).toBe(0);
  });

  it('show how far a crawl is, and that a worker has to run', async () => {
    const { user, browser } = await signIn();
    const { store, context } = api();
    const waiting = await createCrawl(context, user.ownerId, { url: 'https://a.example/' });
    const sentence = 'This crawl has not started yet.';
    const path = `${crawls}/${waiting.id}`;
    expect((await browser.get(path)).text).not.toContain(sentence);
    try {
      clock.aheadMs = 20_000;
      expect((await browser.get(path)).text).toContain(sentence);
    } finally {
      clock.aheadMs = 0;
    }
    const domain = `running-${waiting.id}.example`;
    const part = { ownerId: user.ownerId, domain, pages: pagesWith(4) };
    const { id } = await beginCrawl(store, part);
    for (const { outcome } of part.pages.slice(0, 2)) {
      const { lease } = await claim(store, id);
      await store.crawls.endPage(lease, outcome, new Date());
    }
    const { text } = await browser.get(`${crawls}/${id}`);
    expect(text).toMatch(/<progress[^>]* value="2" max="6"/);
    expect(text).toContain('2 of 6 pages that are known so far');
    expect(text).toContain('data-live');
    expect(text).not.toContain(sentence);
    expect(text).not.toContain('id="pages"');
  });

  it('show what to fix first, and in other views all issues, pages from the worst, and the depths', async () => {
    const { user, browser } = await signIn();
    const { crawl, domain, path } = await stored(user, { score: 61, result: 'decent' });
    const reply = await browser.get(path);
    expectSafePage(reply);
    const { text } = reply;
    expect(text).not.toContain('data-live');
    expect(text).toContain('aria-label="Score 61 of 100"');
    // (90 + 40 + 41 + … + 67) / 29 pages.
    expect(text).toMatch(
      /A score of 61 means: [\d.]+ points, the average of 29 pages; (?:less|issues)/,
    );
    expect(text).toContain('The link shows this crawl');
    expect(text).toContain(`4 pages have the title ${shownHostile}.`);
    expect(text).toContain(`href="${path}/issues/duplicate-titles"`);
    expect(text).toContain('aria-label="29 pages by score, in steps of ten."');
    expect(text).toMatch(/OK \(2xx\) <strong>29<.*Redirects \(3xx\) <strong>1</);
    const [issues, pages, structure, about] = await Promise.all(
      ['findings', 'pages', 'structure', 'about'].map(async (view) => {
        const shown = await browser.get(`${path}?view=${view}`);
        expectSafePage(shown);
        expect(shown.text).toContain(`?view=${view}" aria-current="page"`);
        return shown.text;
      }),
    );
    expect(about).toContain('id="about"');
    expect(issues).toContain('1 rule that could not be decided');
    expect(issues).toContain('Orphans: The crawl is not complete.');
    expect(issues).toContain('1 rule that passed');
    // The page of an affected URL.
    const found = await browser.get(`${path}/pages?url=https%3A%2F%2F${domain}%2Fp3`);
    expect(issues).toContain(`href="${path}/pages?url=https%3A%2F%2F${domain}%2Fp3"`);
    expect([found.status, found.location]).toEqual([303, `${path}/pages/4`]);
    for (const query of ['', '?url=', '?url=x%3A', `?url=https%3A%2F%2F${domain}%2Fp`]) {
      expect([query, (await browser.get(`${path}/pages${query}`)).status]).toEqual([query, 404]);
    }
    expect(scoresIn(pages ?? '')).toEqual(Array.from({ length: 25 }, (_, index) => 40 + index));
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(pages ?? '') ?? [];
    const second = await browser.get(next.replaceAll('&amp;', '&').replace('#pages', ''));
    expect(scoresIn(second.text)).toEqual([65, 66, 67, 90]);
    expect(pages?.replaceAll('&amp;', '&')).toMatch(
      />Checked 29<.*>Redirects 1<.*>Failed 0<.*>Skipped 0</,
    );
    const redirects = await browser.get(`${path}?view=pages&state=redirected`);
    expect(redirects.text).toContain('Leads to <bdi>https://target.example/</bdi>');
    const searched = await browser.get(`${path}?view=pages&search=%2FP1&state=done`);
    expect(searched.text).toContain('11 pages<');
    expect((await browser.get(`${path}?view=pages&search=none`)).text).toContain('Nothing matches');
    const long = await browser.get(`${path}?view=pages&search=${'x'.repeat(2_049)}`);
    expect(long.status).toBe(422);
    const linked = await browser.get(`${path}?view=pages&order=inlinks`);
    expect(linked.text).toContain('aria-current="true">Fewest links<');
    expect(depthsIn(structure ?? '')).toEqual([
      ['0', '1'],
      ['1', '14'],
      ['2', '13'],
      ['None', '1'],
    ]);
    expect(crawl.end).toBe('complete');
    expect(text).not.toContain('class="notice"');
  });

  it('mark issues that the crawl before did not find, and show those of one importance', async () => {
    const { user, browser } = await signIn();
    const issue = (id: string, part: Parameters<typeof issueOf>[0] = {}) =>
      issueOf({ id, title: id, status: 'found', ...part });
    const ids = ['known', 'fresh', 'undecided'];
    const { domain } = await stored(user, {
      issues: [
        issue('known'),
        issue('fresh', { status: 'none' }),
        issue('undecided', { status: 'unknown', reason: 'Why.' }),
      ],
    });
    const note = issue('note', { importance: 'info' });
    const [known, ...others] = ids.map((id) => issue(id, { importance: 'high' }));
    if (known === undefined) throw new Error('There is no issue.');
    const low = { ...known, importance: 'low' } as const;
    const absent = issue('later', { status: 'none' });
    const { path } = await stored(user, { domain, issues: [low, ...others, note, absent] });
    const show = async (query: string) => (await browser.get(`${path}?view=findings${query}`)).text;
    const all = await show('');
    const newIn = all.split('id="issue-').filter((item) => item.includes('<strong>New</strong>'));
    expect(newIn.map((item) => item.split('"', 1)[0])).toEqual(['fresh']);
    for (const [name, count] of [
      ['All', 4],
      ['High importance', 2],
      ['Low importance', 1],
      ['For information', 1],
    ]) {
      expect(all).toContain(`>${name} ${count}</a>`);
    }
    expect(all).not.toContain('>Medium importance');
    expect(issuesIn(await show('&importance=high'))).toEqual(['fresh', 'undecided']);
    const notes = await show('&importance=info');
    expect(issuesIn(notes)).toEqual(['note']);
    expect(notes).not.toContain('cost no points</summary>');
    // None has this importance.
    expect(issuesIn(await show('&importance=medium'))).toHaveLength(4);
    // Another number of pages is not compared.
    const other = await stored(user, { domain, issues: [issue('later')], end: 'max_pages' });
    const { text } = await browser.get(`${other.path}?view=findings`);
    expect(text).toContain('id="issue-later"');
    expect(text).not.toContain('<strong>New</strong>');
  });

  it('are files too, and can be crawled again from their page', async () => {
    const { user, browser } = await signIn();
    const { crawl, path } = await stored(user, { score: 61, result: 'decent' });
    for (const [view, name, type, content] of [
      ['about', 'crawl.json', 'application/json', '"score": 61'],
      ['pages', 'pages.csv', 'text/csv', 'https://'],
      ['findings', 'issues.csv', 'text/csv', 'duplicate-titles'],
    ] as const) {
      const { text } = await browser.get(`${path}?view=${view}`);
      expect(text).toContain(`href="${path}/${name}"`);
      const file = await browser.get(`${path}/${name}`);
      expect([name, file.status]).toEqual([name, 200]);
      expect(file.headers.get('content-type')).toContain(type);
      expect(file.headers.get('content-disposition')).toContain(`crawl-${crawl.id}`);
      expect(file.headers.get('cache-control')).toBe('private, no-store');
      expect(file.text).toContain(content);
    }
    const pages = (await browser.get(`${path}/pages.csv`)).text.trim().split('\r\n');
    expect(pages).toHaveLength(crawl.progress.discovered + 1);
    const again = await browser.post(path, {});
    expect(again.status).toBe(303);
    expect(again.location).toMatch(/\/crawls\/\d+$/);
    expect(again.location).not.toBe(path);
  });

  it('show all findings of an issue, in pages', async () => {
    const { user, browser } = await signIn();
    const { path, domain } = await stored(user, {});
    const first = await browser.get(`${path}/issues/broken-links`);
    expectSafePage(first);
    expect(first.text).toContain(`1 page links to https://${domain}/gone/24?token=${secret}.`);
    expect(first.text).not.toContain('/gone/25?');
    expect(first.text).toContain(`${path}/issues/broken-links?page=2`);
    const second = await browser.get(`${path}/issues/broken-links?page=2`);
    expect(second.text).toContain(`href="https://${domain}/gone/29?token=${secret}"`);
    expect(second.text).toContain('and 7 more pages');
    // Nothing was found, and no rule.
    for (const id of ['orphan-pages', 'redirect-loops', 'constructor', '__proto__']) {
      expect((await browser.get(`${path}/issues/${id}`)).status).toBe(404);
    }
  });

  it('show a page as a report, with its place in the site', async () => {
    const { user, browser } = await signIn();
    const { path, domain } = await stored(user, {});
    const page = await browser.get(`${path}/pages/4`);
    expectSafePage(page);
    expect(page.text).toContain(`<bdi>https://${domain}/p3</bdi>`);
    expect(page.text).toContain('id="check-title"');
    expect(page.text).toContain(`href="${path}/pages/4?status=warn#checks"`);
    expect(page.text).toMatch(/<dt>Clicks from the start page<\/dt><dd>1<\/dd>/);
    expect(page.text).toMatch(/<dt>Pages that link to it<\/dt><dd>3<\/dd>/);
    const redirect = await browser.get(`${path}/pages/30`);
    expect(redirect.text).toContain('Redirects');
    expect(redirect.text).not.toContain('id="checks"');
    expect((await browser.get(`${path}/pages/31`)).status).toBe(404);
  });

  it('compare two crawls of a website', async () => {
    const { user, browser } = await signIn();
    const before = await stored(user, { score: 70 });
    const { domain } = before;
    const changes: Readonly<Record<string, StoredPage>> = {
      '/p1': {
        path: '/p1',
        outcome: withTitle(77, (evidence) => ({
          evidence: [...evidence, { kind: 'html', text: hostile, line: 7, column: 1 }],
        })),
      },
      '/p2': { path: '/p2', outcome: withTitle(42, () => ({ sampled: true, summary: hostile })) },
      '/old': { path: '/new', outcome: checked(88) },
    };
    const [, ...others] = issuesOf(`https://${domain}`);
    const after = await stored(user, {
      domain,
      score: 74,
      issues: [issueOf(), ...others],
      pages: pagesWith(28).map((page) => changes[page.path] ?? page),
    });
    const shown = await browser.get(after.path);
    const comparison = `${after.path}/compare/${before.crawl.id}`;
    expect(shown.text).toContain('+4 points');
    expect(shown.text).toContain(`href="${comparison}"`);
    const compared = await browser.get(comparison);
    expectSafePage(compared);
    expect(compared.text).toContain('+4 points');
    expect(compared.text).toContain('Fixed (1)');
    expect(compared.text).toContain('New pages (1)');
    expect(compared.text).toContain('New findings (1)');
    expect(compared.text).toMatch(
      `<code dir="auto">${shownHostile}</code> <span class="location">line 7, column 1</span>`,
    );
    expect(compared.text).toContain(`https%3A%2F%2F${domain}%2Fp1`);
    expect(compared.text).toContain('1 place of this check is still there');
    expect(compared.text).toContain('Findings with unknown places that have changed (1)');
    expect(compared.text).toMatch(/Before: .*The title has 3 characters\..* After: /);
    expect(compared.text).toContain(`After: <bdi>${shownHostile}</bdi>`);
    expect(compared.text).toMatch(/\d+ findings are still there\./);
    expect(compared.text).toMatch(/data-label="Change"[^>]*>\+37</);
    const same = await browser.get(`${after.path}/compare/${after.crawl.id}`);
    expect(same.text).toContain('Nothing differs between the two crawls.');
    const cut = await stored(user, { domain, score: 60, end: 'max_pages' });
    const shownCut = await browser.get(cut.path);
    expect(shownCut.text).toContain('Not of the same pages as');
    expect(shownCut.text).not.toMatch(/<strong>[+−]\d+ points/);
    const comparedCut = await browser.get(`${cut.path}/compare/${before.crawl.id}`);
    expect(comparedCut.text).toContain('so its score is not that of the whole site.');
    expect(comparedCut.text).toContain('No finding and no page differs.');
    const { crawl: other } = await stored(user, {});
    expect((await browser.get(`${after.path}/compare/${other.id}`)).status).toBe(422);
    const open = await createCrawl(api().context, user.ownerId, { url: 'https://a.example/' });
    expect((await browser.get(`${after.path}/compare/${open.id}`)).status).toBe(409);
  });

  it('say why a crawl ended', async () => {
    const { user, browser } = await signIn();
    const { path } = await stored(user, { end: 'max_pages', score: null, result: null });
    const { text } = await browser.get(path);
    expect(text).toContain('The crawl stopped at its limit of pages. The site');
    expect(text).toContain('The site has no score');
  });

  it('list crawls by website, status and search', async () => {
    const { user, browser } = await signIn();
    const first = await stored(user, {});
    const second = await stored(user, {});
    await createCrawl(api().context, user.ownerId, { url: 'https://open.example/' });
    const all = await browser.get(crawls);
    expectSafePage(all);
    expect(all.text).toContain('3 crawls');
    expect(all.text).toContain('data-live');
    const done = await browser.get(`${crawls}?status=done`);
    expect(done.text).toContain('2 crawls');
    expect(done.text).not.toContain('data-live');
    const ofOne = await browser.get(`${crawls}?website=${first.website.id}`);
    expect(ofOne.text).toContain(first.path);
    expect(ofOne.text).not.toContain(second.path);
    expect(ofOne.text).toContain(`value="https://${first.domain}/"`);
    expect((await browser.get(`${crawls}?search=OPEN.`)).text).toContain('1 crawl<');
    expect((await browser.get(`${crawls}?search=none`)).text).toContain('Nothing matches');
    expect((await browser.get(`${crawls}?search=${'x'.repeat(2_049)}`)).status).toBe(422);
    const website = await browser.get(`${root}/websites/${first.website.id}`);
    expect(website.text).toContain(`href="${root}/websites/${first.website.id}/issues"`);
    expect(website.text).toContain('2 issues');
  });

  it('cancel and delete a crawl after asking', async () => {
    const { user, browser } = await signIn();
    const { context } = api();
    const { id } = await createCrawl(context, user.ownerId, { url: 'https://example.com/' });
    const path = `${crawls}/${id}`;
    const asked = await browser.get(`${path}/cancel`);
    expectSafePage(asked);
    expect(postActions(asked.text)).toContain(`${path}/cancel`);
    expect((await getCrawl(context, user.ownerId, id)).status).toBe('queued');
    const canceled = await browser.post(`${path}/cancel`, {});
    expect([canceled.status, canceled.location]).toEqual([303, `${path}?done=crawl_canceled`]);
    const shown = await browser.get(canceled.location ?? '');
    expect(shown.text).toContain('The crawl is canceled.');
    expect(shown.text).toContain('This crawl was canceled.');
    expect(shown.text).not.toContain('data-live');
    expect(shown.text).not.toContain(`${path}/cancel"`);
    expect((await browser.get(`${path}/cancel`)).location).toBe(path);
    expect((await browser.post(`${path}/cancel`, {})).status).toBe(303);
    expect(postActions((await browser.get(`${path}/delete`)).text)).toContain(`${path}/delete`);
    const deleted = await browser.post(`${path}/delete`, {});
    expect([deleted.status, deleted.location]).toEqual([303, `${crawls}?done=crawl_deleted`]);
    expect((await browser.get(deleted.location ?? '')).text).toContain('The crawl is deleted.');
    expect((await browser.get(path)).status).toBe(404);
  });

  it('show a 404 for everything of other owners, and change nothing', async () => {
    const { browser } = await signIn();
    const other = await api().newUser();
    const { path, crawl, website } = await stored(other, {});
    const missing = await browser.get(`${crawls}/999999`);
    expect(missing.status).toBe(404);
    const ofWebsite = `${root}/websites/${website.id}`;
    for (const hidden of [
      ...['', '/cancel', '/delete', '/pages?url=x.test', '/pages/1'].map((step) => path + step),
      ...['/issues/broken-links', `/compare/${crawl.id}`].map((step) => path + step),
      ...['/issues', '/issues/broken-links'].map((step) => ofWebsite + step),
      `${crawls}?website=${website.id}`,
    ]) {
      const { status, text } = await browser.get(hidden);
      expect([hidden, status, text === missing.text]).toEqual([hidden, 404, true]);
    }
    for (const step of ['/cancel', '/delete']) {
      expect((await browser.post(path + step, {})).status).toBe(404);
    }
    expect((await getCrawl(api().context, other.ownerId, crawl.id)).status).toBe('done');
  });

  it('accept forms only from their own origin, of people who are signed in', async () => {
    const { user, browser } = await signIn();
    const fields = { url: 'a.test' };
    const { id } = await createCrawl(api().context, user.ownerId, fields);
    for (const path of [crawls, `${crawls}/${id}/cancel`, `${crawls}/${id}/delete`]) {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, {}]) {
        expect((await browser.post(path, fields, headers)).status).toBe(403);
      }
      const { status, location } = await openBrowser(api()).post(path, fields);
      expect([path, status, location]).toEqual([path, 303, `${root}/sign-in`]);
    }
    const { rows } = await listCrawls(api().context, user.ownerId);
    expect(rows).toMatchObject([{ status: 'queued' }]);
  });

  describe('shared', () => {
    let user: TestUser;
    let browser: Browser;
    let website: Website;
    let domain: string;
    let share: string;

    beforeAll(async () => {
      ({ user, browser } = await signIn());
      const worst = { path: `/worst?token=${secret}`, outcome: checked(30), depth: 1 };
      const folder = { path: `/x;token=${secret}/`, outcome: checked(50), depth: 1 };
      const inFolder = [1, 2].map((page) => ({ ...folder, path: folder.path + page }));
      const pages = [...pagesWith(28), worst, ...inFolder];
      ({ website, domain } = await stored(user, { score: 61, result: 'decent', pages }));
      share = `${root}/share/websites/${website.shareToken}`;
    });

    const paths = () => [share, `${share}/issues`, `${share}/issues/broken-links`];

    it('show the issues of the last crawl without secrets, except to the owner', async () => {
      for (const path of paths()) {
        const shown = await openBrowser(api()).get(path);
        expect([path, shown.status]).toEqual([path, 200]);
        expectSafePage(shown);
        expect(shown.text).toContain(`https://${domain}/gone/`);
        expect(shown.text).toContain('[redacted]');
        expect(shown.text).not.toContain(secret);
        expect(shown.text).not.toContain(crawls);
      }
      const issues = await openBrowser(api()).get(`${share}/issues`);
      expect(issues.text).toContain('aria-label="Score 61 of 100"');
      expect(issues.text).toContain(shownHostile);
      expect(depthsIn(issues.text)).toHaveLength(4);
      // Its pages, the worst first, with the reason.
      expect(issues.text).toContain('It scores');
      expect(issues.text).toContain('/worst?token=[redacted]');
      expect(issues.text).toContain('/x;token=[redacted]/</bdi></th><td class="number">2</td>');
      expect(issues.text).not.toContain(secret);
      const urlsOf = ({ text }: { text: string }) => [
        ...text.slice(text.indexOf('id="pages"')).matchAll(/https:[^"<]+\/p\d+/g),
      ];
      const first = urlsOf(issues);
      const next = await openBrowser(api()).get(`${share}/issues?page=2`);
      expect(urlsOf(next).length).toBeGreaterThan(0);
      expect(first.map(String)).not.toContain(String(urlsOf(next)[0]));
      const second = await openBrowser(api()).get(`${share}/issues/broken-links?page=2`);
      expect(second.text).toContain('/gone/29?');
      expect(second.text).not.toContain(secret);
      for (const missing of ['/issues/redirect-loops', '/issues/broken-links?page=3']) {
        expect((await openBrowser(api()).get(share + missing)).status).toBe(404);
      }
    });

    it('are closed by the privacy of the website', async () => {
      const { context } = api();
      await updateWebsite(context, user.ownerId, website.id, { privacy: 'private' });
      for (const path of paths()) {
        expect((await openBrowser(api()).get(path)).status).toBe(404);
        const reply = await browser.get(path);
        expect([path, reply.status]).toEqual([path, 200]);
        expect(reply.text).toContain(secret);
      }
      const change = { privacy: 'password', password: 'open sesame' } as const;
      await updateWebsite(context, user.ownerId, website.id, change);
      for (const path of paths()) {
        const visitor = openBrowser(api());
        const closed = await visitor.get(path);
        expect([path, closed.status]).toEqual([path, 403]);
        expect(closed.text).not.toContain('/gone/');
        const opened = await visitor.post(path, { password: 'open sesame' });
        expect([opened.status, opened.location]).toEqual([303, path]);
        expect((await visitor.get(path)).text).toContain('/gone/');
      }
    });

    it('are those of the latest reports without a complete crawl', async () => {
      const report = await user.addReport({ url: 'https://uncrawled.example/' });
      const { context, store } = api();
      await updateWebsite(context, user.ownerId, report.websiteId, { privacy: 'public' });
      const other = await store.websites.find(user.ownerId, report.websiteId);
      const path = `${root}/share/websites/${other?.shareToken}`;
      const shown = await openBrowser(api()).get(path);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain(`href="${path}/issues"`);
      for (const issues of [
        await openBrowser(api()).get(`${path}/issues`),
        await browser.get(`${root}/websites/${report.websiteId}/issues`),
      ]) {
        expect(issues.status).toBe(200);
        expectSafePage(issues);
      }
      await store.reports.delete(user.ownerId, report.id);
      expect((await openBrowser(api()).get(`${path}/issues`)).status).toBe(404);
    });
  });

  it('lead from an issue of a website to the report of the page', async () => {
    const { user, browser } = await signIn();
    const report = await user.addReport({ url: 'https://reported.example/a?b=c' });
    const path = `${root}/websites/${report.websiteId}/reports`;
    const found = await browser.get(`${path}?url=https%3A%2F%2Freported.example%2Fa%3Fb%3Dc`);
    expect([found.status, found.location]).toEqual([303, `${root}/reports/${report.id}`]);
    const other = await browser.get(`${path}?url=https%3A%2F%2Freported.example%2F`);
    expect(other.location).toBe(
      `${root}/reports?website=${report.websiteId}&search=https%3A%2F%2Freported.example%2F`,
    );
  });
});

describe('pages of crawls with a worker', () => {
  const api = useApi(() => ({ pages: true, worker: true }));

  it('show the result of a crawl', async () => {
    const { user, browser } = await signInTo(api());
    const made = await browser.post(crawls, { url: api().site.url, max_pages: '3' });
    const path = made.location ?? '';
    await vi.waitFor(async () => {
      expect((await browser.get(path)).text).not.toContain('data-live');
    }, waitMs);
    const shown = await browser.get(path);
    expectSafePage(shown);
    expect(shown.text).toContain('id="fix-first"');
    expect(shown.text).toMatch(/aria-label="Score \d+ of 100"/);
    expect((await browser.get(`${path}/pages/1`)).text).toContain('id="checks"');

    // All that was found, in one order, wherever it is shown.
    const id = path.slice(crawls.length + 1);
    const listed = await user.list(`/api/v1/crawls/${id}/issues?per_page=100&status=found`);
    const order = listed.body.data.map((issue) => String(issue.id));
    expect(order.length).toBeGreaterThan(5);
    const issues = (await browser.get(`${path}?view=findings`)).text;
    expect(issuesIn(issues)).toEqual(order);
    const file: { issues: { id: string; status: string }[] } = JSON.parse(
      (await browser.get(`${path}/crawl.json`)).text,
    );
    expect(file.issues.flatMap((issue) => (issue.status === 'found' ? issue.id : []))).toEqual(
      order,
    );
    const rows = (await browser.get(`${path}/issues.csv`)).text.split('\r\n').slice(1, -1);
    expect([...new Set(rows.map((row) => row.split(',', 1)[0]))]).toEqual(order);
    const { websiteId } = await getCrawl(api().context, user.ownerId, Number(id));
    const { shareToken } = await updateWebsite(api().context, user.ownerId, websiteId ?? 0, {
      privacy: 'public',
    });
    const shared = await openBrowser(api()).get(`${root}/share/websites/${shareToken}/issues`);
    expect(issuesIn(shared.text)).toEqual(order);

    // The pages on which a check found something.
    const [check = ''] = listed.body.data.flatMap((issue) =>
      (issue as { scope?: unknown }).scope === 'page' ? String(issue.id) : [],
    );
    expect(issues).toContain(`href="${path}?view=pages&amp;check=${check}"`);
    const filtered = await browser.get(`${path}?view=pages&check=${check}`);
    expect(filtered.text).toContain(`<code>${check}</code>`);
    expect(filtered.text).toContain(
      `<a href="${path}?view=pages&amp;state=done#pages">Show all pages</a>`,
    );
    expect((await browser.get(`${path}?view=pages&check=none-has-this`)).text).toContain(
      'No pages',
    );
  });
});

/** The ids of the issues on a page, in order. */
function issuesIn(text: string): readonly string[] {
  return [...text.matchAll(/ id="issue-([^"]+)"/g)].map(([, id = '']) => id);
}

/** A start page with a score of 90, this many pages from 40 up, and a redirect. */
function pagesWith(count: number): readonly StoredPage[] {
  const pages = Array.from({ length: count }, (_, index) => ({
    path: `/p${index + 1}`,
    outcome: checked(40 + index),
    depth: index === count - 1 ? null : 1 + (index % 2),
    inlinks: index + 1,
  }));
  return [
    { path: '/', outcome: checked(90), depth: 0, inlinks: count },
    ...pages,
    {
      path: '/old',
      outcome: { kind: 'redirected', httpStatus: 301, location: 'https://target.example/' },
    },
  ];
}

function issuesOf(origin: string) {
  const finding = (key: string, summary: string, pages: readonly string[]): SiteFinding => ({
    key,
    summary,
    pages,
    pagesCount: pages.length,
    target: key.startsWith(origin) ? key : null,
  });
  const titled = ['/p1', '/p2', '/p3', '/p4'].map((path) => origin + path);
  const broken = Array.from({ length: 30 }, (_, index) => {
    const url = `${origin}/gone/${index}?token=${secret}`;
    const found = finding(url, `1 page links to ${url}.`, [`${origin}/p1?token=${secret}`]);
    return index === 29 ? { ...found, pagesCount: 8 } : found;
  });
  return [
    issueOf({ findings: [finding('t', `4 pages have the title ${hostile}.`, titled)] }),
    issueOf({ id: 'broken-links', title: 'Links lead to pages', findings: broken }),
    issueOf({
      id: 'orphan-pages',
      title: 'Orphans',
      status: 'unknown',
      reason: 'The crawl is not complete.',
    }),
    issueOf({ id: 'redirect-loops', title: 'No loops' }),
  ];
}

async function signInTo(api: TestApi) {
  const user = await api.newUser();
  const browser = openBrowser(api);
  await browser.post(`${root}/sign-in`, { key: user.key });
  return { user, browser };
}

/** The scores in the list of pages. */
function scoresIn(html: string): readonly number[] {
  const list = html.slice(html.indexOf('id="pages"'));
  return [...list.matchAll(/class="score \w+">(\d+) /g)].map(([, score]) => Number(score));
}

/** The rows of the table of depths: the depth, and its pages. */
function depthsIn(html: string): readonly (readonly [string, string])[] {
  const [, table = ''] = /id="depth".*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  return [...table.matchAll(/<th scope="row">(\w+)<\/th><td class="number">(\d+)</g)].map(
    ([, depth = '', pages = '']) => [depth, pages],
  );
}
