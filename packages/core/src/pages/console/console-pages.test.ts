import { createClient } from '@sitegrade/adapter-suite/api-client';
import {
  type Browser,
  expectSafePage,
  hiddenCharacter,
  inputValue,
  openBrowser,
  postActions,
} from '@sitegrade/adapter-suite/browser';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { shownTitle } from '@sitegrade/adapter-suite/test-site';
import { newReport } from '@sitegrade/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { getReport, getWebsite, issueApiKey, listApiKeys, revokeApiKey } from '../../index.ts';

const root = '/sitegrade';
const signIn = `${root}/sign-in`;

// The console: signing in, its pages and its forms.

describe('signing in with an API key', () => {
  const logged: string[] = [];
  const api = useApi(
    () => ({ pages: true }),
    {},
    (line) => logged.push(line),
  );

  it.each([
    ['', ''],
    ['/reports', '?next=%2Fsitegrade%2Freports'],
    ['/reports/7?status=fail', '?next=%2Fsitegrade%2Freports%2F7%3Fstatus%3Dfail'],
    ['/keys/1/revoke', '?next=%2Fsitegrade%2Fkeys%2F1%2Frevoke'],
  ])('is where %j redirects to', async (path, query) => {
    const { status, location } = await openBrowser(api()).get(root + path);
    expect([status, location]).toEqual([303, signIn + query]);
  });

  it('is where a form redirects to after the session has ended', async () => {
    const { status, location } = await openBrowser(api()).post(root, { url: 'x' });
    expect([status, location]).toEqual([303, signIn]);
  });

  it('sets a cookie for the console and redirects to the requested page', async () => {
    const { key, ownerId } = await api().newUser();
    const browser = openBrowser(api());
    const next = `${root}/keys?x=1`;
    const form = await browser.get(`${signIn}?${new URLSearchParams({ next })}`);
    expect(form.status).toBe(200);
    expectSafePage(form);
    // With no-referrer, browsers send `Origin: null`, which is refused without Sec-Fetch-Site, as over plain http.
    expect(form.headers.get('referrer-policy')).toBe('same-origin');
    expect(inputValue(form.text, 'next')).toBe(next);
    expect(inputValue(form.text, 'key')).toBe('');

    logged.length = 0;
    const done = await browser.post(signIn, { key: ` ${key}\n`, next });
    expect([done.status, done.location]).toEqual([303, next]);
    expect(done.headers.get('set-cookie')).toMatch(
      /^sitegrade_session=[\w-]{43}; Path=\/sitegrade; Expires=.+ GMT; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get(next)).status).toBe(200);
    expect((await browser.get(signIn)).location).toBe(root);
    expect(logged.join()).not.toContain(key);
    expect(logged.join()).not.toContain(browser.cookie().split('=')[1]);
    expect(logged.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ operation: 'consoleKeys', ownerId }),
    );
  });

  it('compresses pages, except those that repeat input next to secrets of the owner', async () => {
    const { key, addReport } = await api().newUser();
    await addReport({ url: 'https://example.com/?token=abcdefgh' });
    const browser = openBrowser(api());
    await browser.post(signIn, { key });
    for (const [path, coding] of [
      ['/reports', 'gzip'],
      ['/reports?search=abcdef', null],
      ['?search=abcdef', null],
      ['?view=pages', 'gzip'],
      ['?view=abcdef', null],
      ['?view=pages&search=abcdef', null],
    ] as const) {
      const { status, headers } = await browser.get(root + path, { 'accept-encoding': 'gzip' });
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, coding]);
    }
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/', `${root}/../x`])(
    'never redirects to %s',
    async (next) => {
      const { key } = await api().newUser();
      const { status, location } = await openBrowser(api()).post(signIn, { key, next });
      expect([status, location]).toEqual([303, root]);
    },
  );

  it('shows the same for every invalid key', async () => {
    const { context } = api();
    const { ownerId } = await api().newUser();
    const expiresAt = new Date('2026-01-01T00:00:00Z');
    const before = { ...context, now: () => new Date('2025-12-31T00:00:00Z') };
    const revoked = await issueApiKey(context, ownerId);
    const expired = await issueApiKey(before, ownerId, { expiresAt });
    await revokeApiKey(context, ownerId, revoked.apiKey.id);
    const texts = new Set<string>();
    for (const key of ['', 'x', `${revoked.key}x`, revoked.key, expired.key]) {
      const reply = await openBrowser(api()).post(signIn, { key });
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([401, null]);
      expectSafePage(reply);
      texts.add(reply.text);
    }
    expect([...texts]).toEqual([expect.stringContaining('This API key is not valid.')]);
  });

  it('ends with the sign-out, and with the key', async () => {
    const { context } = api();
    const { ownerId, key } = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(signIn, { key });
    const cookie = browser.cookie();
    const out = await browser.post(`${root}/sign-out`, {});
    expect([out.status, out.location]).toEqual([303, `${signIn}?done=signed_out`]);
    expect(out.headers.get('set-cookie')).toMatch(
      /^sitegrade_session=; Path=\/sitegrade; Expires=Thu, 01 Jan 1970 .+; HttpOnly; SameSite=Lax$/,
    );
    expect(browser.cookie()).toBe('');
    expect((await openBrowser(api(), { cookie }).get(root)).status).toBe(303);

    await browser.post(signIn, { key });
    expect((await browser.get(root)).status).toBe(200);
    const [apiKey] = await listApiKeys(context, ownerId);
    await revokeApiKey(context, ownerId, apiKey?.id ?? 0);
    expect((await browser.get(root)).status).toBe(303);
  });

  it('finds its session among other cookies', async () => {
    const { key } = await api().newUser();
    const browser = openBrowser(api());
    await browser.post(signIn, { key });
    const cookie = `a=b; sitegrade_session=other; ${browser.cookie()}; c="d"`;
    expect((await openBrowser(api(), { cookie }).get(root)).status).toBe(200);
  });

  it('is not possible from other sites', async () => {
    const { key } = await api().newUser();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]) {
      const reply = await openBrowser(api()).post(signIn, { key }, headers);
      expect([headers, reply.status]).toEqual([headers, 403]);
      expect(reply.headers.get('set-cookie')).toBeNull();
      expectSafePage(reply);
    }
    const origin = new URL(api().url).origin;
    expect((await openBrowser(api()).post(signIn, { key }, { origin })).status).toBe(303);
  });

  it('redirects from a trailing slash to the start page', async () => {
    const { status, location } = await openBrowser(api()).get(`${root}/`);
    expect([status, location]).toEqual([308, root]);
  });

  it('has files that browsers cache, and rejects methods as the API does', async () => {
    const { text } = await openBrowser(api()).get(signIn);
    for (const [, path = ''] of text.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js))"/g)) {
      const file = await openBrowser(api()).get(path);
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const other = await createClient(api()).send('DELETE', `${root}/reports`);
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('with https and a path in front', () => {
  const api = useApi(() => ({
    pages: { path: '/console' },
    publicUrl: 'https://public.example/tools/',
  }));

  it('uses them for the cookie and for links', async () => {
    const { key } = await api().newUser();
    const reply = await openBrowser(api()).post('/console/sign-in', {
      key,
      next: '/tools/console/reports',
    });
    expect([reply.status, reply.location]).toEqual([303, '/tools/console/reports']);
    expect(reply.headers.get('set-cookie')).toMatch(
      /; Path=\/tools\/console; Expires=.+ GMT; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});

describe('pages of an owner', () => {
  const api = useApi(() => ({ pages: true }));
  let user: TestUser;
  let browser: Browser;

  beforeAll(async () => {
    user = await api().newUser();
    browser = openBrowser(api());
    await browser.post(signIn, { key: user.key });
  });

  it('create a report and redirect to it', async () => {
    const created = await browser.post(root, { url: ` ${api().site.url}/ ` });
    expect([created.status, created.location]).toEqual([
      303,
      expect.stringMatching(/\/reports\/\d+$/),
    ]);
    const shown = await browser.get(created.location ?? '');
    expect(shown.status).toBe(200);
    expectSafePage(shown);
    expect(shown.text).toContain('A test site');
    const start = await browser.get(root);
    expectSafePage(start);
    expect(start.text).toContain(new URL(api().site.url).host);
    expect(start.text).toContain(`href="${created.location}"`);
  });

  it('show hidden characters of a title by their code', async () => {
    const url = `${api().site.url}/hidden`;
    const [, { location }] = [await browser.post(root, { url }), await browser.post(root, { url })];
    const id = Number(location?.split('/').at(-1));
    const { websiteId } = await getReport(api().context, user.ownerId, id);
    const paths = [
      '',
      '/reports',
      `/reports/${id}`,
      `/reports/${id}/compare/${id - 1}`,
      `/reports/${id}/delete`,
      `/websites/${websiteId}`,
    ];
    for (const path of paths) {
      const shown = await browser.get(root + path);
      expect([path, shown.status]).toEqual([path, 200]);
      expect(shown.text).toContain(path === '' ? new URL(url).host : shownTitle);
      expectSafePage(shown);
      expect([path, hiddenCharacter.exec(shown.text)]).toEqual([path, null]);
    }
  });

  it.each([
    ['', 'URL of the page must not be empty.'],
    ['ftp://a.test/"<b>', 'Only URLs with http:// or https:// can be analysed.'],
    ['http://10.0.0.1/', 'The URL points to an address that is not on the public internet'],
  ])('show the error of the URL %j at its field, and keep it', async (url, message) => {
    const reply = await browser.post(root, { url });
    expect(reply.status).toBe(422);
    expectSafePage(reply);
    expect(reply.text).toContain(message);
    expect(reply.text).toMatch(/<input[^>]+name="url"[^>]+aria-invalid="true"/);
    expect(inputValue(reply.text, 'url')).toBe(url);
  });

  it('offer a report as JSON and CSV', async () => {
    const { id } = await user.addReport();
    const { body } = await user.get(`/api/v1/reports/${id}`);
    const json = await browser.get(`${root}/reports/${id}/report.json`);
    expect(json.headers.get('content-disposition')).toBe(
      `attachment; filename="report-${id}.json"`,
    );
    expect(JSON.parse(json.text)).toEqual(body.data);
    const csv = await browser.get(`${root}/reports/${id}/checks.csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="report-${id}.csv"`);
    expect(csv.text).toMatch(/^id,.*\r\ntitle,/);
  });

  it('compare a report with an earlier one of the same URL', async () => {
    const url = 'https://compared.example/';
    const [first, other, last] = [
      await user.addReport({ url, score: 31 }),
      await user.addReport({ url: 'https://compared.example/other' }),
      await user.addReport({ url, score: 57 }),
    ];
    const { text } = await browser.get(`${root}/reports/${last.id}`);
    expect(text).toContain(`<option value="${first.id}">`);
    expect(text).not.toContain(`<option value="${other.id}">`);
    const chosen = await browser.get(`${root}/reports/${last.id}/compare?with=${first.id}`);
    expect([chosen.status, chosen.location]).toEqual([
      303,
      `${root}/reports/${last.id}/compare/${first.id}`,
    ]);
    const compared = await browser.get(chosen.location ?? '');
    expect(compared.text).toContain('+26 points');
    expectSafePage(compared);
    expect((await browser.get(`${root}/reports/${last.id}/compare?with=x`)).status).toBe(404);
  });

  it('list reports by website, result and search, in pages', async () => {
    const domain = 'listed.example';
    for (let index = 0; index < 27; index += 1) {
      const part = { domain, url: `https://${domain}/${index}`, title: `Number ${index};` };
      await user.addReport({ ...part, ...(index === 5 ? { score: 20, result: 'bad' } : {}) });
    }
    const { rows } = await api().store.websites.list(user.ownerId, {
      search: domain,
      start: { page: 1 },
      perPage: 10,
      sort: 'asc',
      sortBy: 'id',
    });
    const list = `${root}/reports?website=${rows[0]?.id}`;
    const first = await browser.get(list);
    expect(first.text).toContain('27 reports');
    expect(first.text).toContain('Number 26;');
    expect(first.text).not.toContain('Number 1;');
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? [];
    const second = await browser.get(next.replaceAll('&amp;', '&'));
    expect(second.text).toContain('Number 1;');
    expect(second.text).not.toContain('rel="next"');
    expect((await browser.get(`${list}&page=99`)).text).toContain('First page');
    const bad = await browser.get(`${list}&result=bad`);
    expect(bad.text).toContain('1 report');
    expect(bad.text).toContain('Number 5;');
    expect((await browser.get(`${root}/reports?search=EXAMPLE%2F13`)).text).toContain('Number 13;');
    const long = await browser.get(`${root}/reports?search=${'x'.repeat(2_049)}`);
    expect(long.status).toBe(422);
    expect(long.text).toContain('Search by URL must be at most 2048 characters.');
  });

  it('change who can open a website, with errors at the field', async () => {
    const { websiteId } = await user.addReport({ domain: 'privacy.example' });
    const path = `${root}/websites/${websiteId}/settings`;
    const find = () => getWebsite(api().context, user.ownerId, websiteId);
    const opened = await browser.post(`${path}`, { privacy: 'public' });
    expect([opened.status, opened.location]).toEqual([303, `${path}?done=saved`]);
    const shown = await browser.get(opened.location ?? '');
    expectSafePage(shown);
    const { shareToken } = await find();
    const shared = `${api().url}${root}/share/websites/${shareToken}`;
    expect(inputValue(shown.text, 'share-link')).toBe(shared);
    expect(inputValue(shown.text, 'badge-markdown')).toContain(`](${shared})`);
    expect(inputValue(shown.text, 'badge-html')).toContain(`${shared}/badge.svg`);

    for (const [password, message] of [
      ['', 'Enter a password of 1 to 1,024 characters.'],
      ['x'.repeat(1_025), 'Password must be at most 1024 characters.'],
    ] as const) {
      const refused = await browser.post(`${path}`, { privacy: 'password', password });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(message);
      expect(refused.text).not.toContain('xxxx');
    }
    expect((await find()).privacy).toBe('public');
    // The owner typed a password and forgot the choice above it: nothing would be protected.
    const forgotten = { privacy: 'public', password: 'secret-word' };
    const unused = await browser.post(`${path}`, forgotten);
    expect(unused.status).toBe(422);
    expect(unused.text).toContain('A password has an effect only with');
    // The browser scrolls to the form, which is below other settings, and shows its error.
    expect(postActions(unused.text)).toContain(`${path}#privacy`);
    expect(await find()).toMatchObject({ privacy: 'public', hasPassword: false });
    await browser.post(`${path}`, { privacy: 'password', password: 'secret-word' });
    expect(await find()).toMatchObject({ privacy: 'password', hasPassword: true });
    await browser.post(`${path}`, { privacy: 'password', password: '' });
    expect((await find()).privacy).toBe('password');
    expect(inputValue((await browser.get(path)).text, 'badge-html')).toBeUndefined();
  });

  it('renew share links after a confirmation', async () => {
    const { id, websiteId, shareToken } = await user.addReport({ domain: 'renewed.example' });
    const { store } = api();
    const before = await getWebsite(api().context, user.ownerId, websiteId);
    const website = `${root}/websites/${websiteId}`;
    for (const [path, next] of [
      [`${root}/reports/${id}`, `${root}/reports/${id}`],
      [website, `${website}/settings`],
    ]) {
      const confirmation = await browser.get(`${path}/renew-link`);
      expect(postActions(confirmation.text)).toContain(`${path}/renew-link`);
      const { status, location } = await browser.post(`${path}/renew-link`, {});
      expect([status, location]).toEqual([303, `${next}?done=renewed#share`]);
    }
    expect(await store.reports.findByShareToken(shareToken)).toBeUndefined();
    expect(await store.websites.findByShareToken(before.shareToken)).toBeUndefined();
  });

  it('delete reports and websites after a confirmation that names what is deleted', async () => {
    const { id, websiteId } = await user.addReport({ domain: 'deleted.example', title: 'Lost' });
    await user.addReport({ domain: 'deleted.example' });
    const report = `${root}/reports/${id}/delete`;
    expect((await browser.get(report)).text).toContain('The report on Lost of 2 January 2026');
    expect((await browser.post(report, {})).location).toBe(`${root}/reports?done=report_deleted`);
    expect((await browser.get(`${root}/reports/${id}`)).status).toBe(404);
    await user.addReport({ domain: 'deleted.example' });

    const website = `${root}/websites/${websiteId}/delete`;
    expect((await browser.get(website)).text).toContain(
      'deleted.example is deleted with 2 reports',
    );
    const deleted = await browser.post(website, {});
    expect(deleted.location).toBe(`${root}?done=website_deleted`);
    expect((await browser.get(deleted.location ?? '')).text).toContain('The website is deleted.');
    expect((await browser.get(`${root}/websites/${websiteId}`)).status).toBe(404);
  });

  it('issue keys, which are shown once, and revoke them', async () => {
    const { ownerId } = user;
    for (const days of ['0', '-1', '1.5', 'x', '3651', '99999999999']) {
      const refused = await browser.post(`${root}/keys`, { name: 'n', days });
      expect([days, refused.status]).toEqual([days, 422]);
      expect(refused.text).toContain('Enter a whole number of days from 1 to 3,650');
      expect([inputValue(refused.text, 'name'), inputValue(refused.text, 'days')]).toEqual([
        'n',
        days,
      ]);
    }
    const long = await browser.post(`${root}/keys`, { name: 'x'.repeat(101) });
    expect(long.text).toContain('Name must be at most 100 characters.');
    expect((await listApiKeys(api().context, ownerId)).length).toBe(1);

    const issued = await browser.post(`${root}/keys`, { name: 'CI <b>', days: '30' });
    expect(issued.status).toBe(200);
    expectSafePage(issued);
    const key = inputValue(issued.text, 'new-key') ?? '';
    expect((await createClient(api(), key).get('/api/v1/reports')).status).toBe(200);
    const [apiKey] = await listApiKeys(api().context, ownerId);
    const days = (Number(apiKey?.expiresAt) - Number(apiKey?.createdAt)) / 86_400_000;
    expect([apiKey?.name, days]).toEqual(['CI <b>', expect.closeTo(30, 3)]);

    const list = await browser.get(`${root}/keys`);
    expect(list.text).not.toContain(key);
    expect(list.text).toContain('CI &lt;b>');
    const revoke = `${root}/keys/${apiKey?.id}/revoke`;
    expect((await browser.get(revoke)).text).toContain('Programs that use the key');
    expect((await browser.post(revoke, {})).location).toBe(`${root}/keys?done=revoked`);
    expect((await createClient(api(), key).get('/api/v1/reports')).status).toBe(401);
  });

  it('issue at most 100 valid keys', async () => {
    const { key, ownerId } = await api().newUser();
    const userBrowser = openBrowser(api());
    await userBrowser.post(signIn, { key });
    const { context } = api();
    for (let count = 1; count < 100; count += 1) await issueApiKey(context, ownerId);
    const refused = await userBrowser.post(`${root}/keys`, { name: 'one more' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('There are 100 valid keys');
    expect((await listApiKeys(context, ownerId)).length).toBe(100);
    const [newest] = await listApiKeys(context, ownerId);
    await userBrowser.post(`${root}/keys/${newest?.id}/revoke`, {});
    expect((await userBrowser.post(`${root}/keys`, { name: 'one more' })).status).toBe(200);
  });

  it('search websites, and show a message if there are none', async () => {
    const { key, addReport } = await api().newUser();
    const userBrowser = openBrowser(api());
    await userBrowser.post(signIn, { key });
    expect((await userBrowser.get(root)).text).toContain('No websites yet.');
    for (let index = 10; index < 37; index += 1) {
      await addReport({ domain: `site-${index}.example`, score: index, result: 'bad' });
    }
    const first = await userBrowser.get(root);
    expect(first.text).toContain('site-10.example');
    expect(first.text).not.toContain('site-35.example');
    expect(first.text).toContain('The title has 3 characters.');
    expect((await userBrowser.get(`${root}?page=2`)).text).toContain('site-35.example');
    const found = await userBrowser.get(`${root}?search=SITE-36`);
    expect(found.text).toContain('site-36.example');
    expect(found.text).not.toContain('site-10.example');
    expect((await userBrowser.get(`${root}?search=none`)).text).toContain(
      'Nothing matches this search.',
    );
  });

  it('list websites by domain or by score, with what is open', async () => {
    const { key, addReport } = await api().newUser();
    const userBrowser = openBrowser(api());
    await userBrowser.post(signIn, { key });
    const scores = { 'b.example': 30, 'a.example': 60, 'c.example': 45 };
    for (const [index, [domain, score]] of Object.entries(scores).entries()) {
      await addReport({ domain, score, createdAt: new Date(2026, 0, 1 + index) });
    }
    const domainsOf = async (query: string) => {
      const { text } = await userBrowser.get(root + query);
      return [...text.matchAll(/<bdi>(\w)\.example</g)].map(([, name]) => name).join('');
    };
    expect(await domainsOf('')).toBe('abc');
    expect(await domainsOf('?order=score')).toBe('bca');
    expect(await domainsOf('?order=last_look')).toBe('cab');
    expect(await domainsOf('?order=last_look&search=B.')).toBe('b');
    expect(await domainsOf('?order=last_look&page=2')).toBe('');
    expect(await domainsOf('?order=other')).toBe('abc');
    const { text } = await userBrowser.get(root);
    expect(text).toContain('<h1>Websites</h1>');
    expect(text).toMatch(/#checks">0? ?(?:\d+ failed, )?\d+ warnings?</);
  });

  it('keep the title and the place of a form that failed', async () => {
    const titleOf = (text: string) => /<title>([^<]+)</.exec(text)?.[1];
    const before = await browser.get(root);
    const failed = await browser.post(root, { url: 'ftp://example.com/' });
    expect([failed.status, titleOf(failed.text)]).toEqual([422, titleOf(before.text)]);
    expect(failed.text).toContain('Only URLs with http:// or https:// can be analysed.');
    expect(inputValue(failed.text, 'url')).toBe('ftp://example.com/');

    const report = await user.addReport({ url: 'http://localhost:9/', domain: 'localhost' });
    const path = `${root}/reports/${report.id}`;
    const shown = await browser.get(path);
    const rerun = await browser.post(path, {});
    expect([rerun.status, titleOf(rerun.text)]).toEqual([422, titleOf(shown.text)]);
    expect(rerun.text).toMatch(/role="alert"/);
    expect(rerun.text).toContain('id="fix-first"');
  });

  it('say that a page is missing, also below paths that none has', async () => {
    for (const path of ['/nothing', '/reports/1/2/3', '/share/nothing', '/share/x/y/z']) {
      const reply = await browser.get(root + path);
      expect([path, reply.status]).toEqual([path, 404]);
      expectSafePage(reply);
      expect(reply.text).toContain('Page not found');
      expect(reply.text).toMatch(/href="\/sitegrade\/(?:share\/)?style-/);
    }
    expect((await createClient(api()).send('PUT', `${root}/nothing`)).status).toBe(404);
  });

  it('analyse the URL of a report again', async () => {
    const url = `${api().site.url}/`;
    const created = await browser.post(root, { url });
    const { text } = await browser.get(created.location ?? '');
    const path = created.location ?? '';
    expect(postActions(text)).toContain(path);
    const again = await browser.post(path, {});
    expect([again.status, again.location === path]).toEqual([303, false]);
    expect((await browser.get(again.location ?? '')).text).toContain('since ');
  });

  it('show a 404 for everything of other owners, and change nothing', async () => {
    const { store, context } = api();
    const other = await api().newUser();
    const report = await other.addReport({ domain: 'other.example' });
    const website = await getWebsite(context, other.ownerId, report.websiteId);
    const ownReport = await user.addReport();
    const [otherKey] = await listApiKeys(context, other.ownerId);
    const missing = await browser.get(`${root}/reports/999999`);
    const reports = `${root}/reports/${report.id}`;
    const websites = `${root}/websites/${website.id}`;
    const shown = [
      ...['', '/report.json', '/checks.csv', '/delete', '/renew-link'].map(
        (action) => reports + action,
      ),
      `${reports}/compare/${ownReport.id}`,
      `${root}/reports/${ownReport.id}/compare/${report.id}`,
      ...['', '/settings', '/delete', '/renew-link'].map((action) => websites + action),
      `${root}/reports?website=${website.id}`,
      `${root}/keys/${otherKey?.id}/revoke`,
    ];
    for (const path of shown) {
      const { status, text } = await browser.get(path);
      expect([path, status, text === missing.text]).toEqual([path, 404, true]);
    }
    const sent = [
      ...['', '/delete', '/renew-link'].map((action) => reports + action),
      ...['/settings', '/delete', '/renew-link'].map((action) => websites + action),
      `${root}/keys/${otherKey?.id}/revoke`,
    ];
    for (const path of sent) {
      const { status, text } = await browser.post(path, { privacy: 'public' });
      expect([path, status, text === missing.text]).toEqual([path, 404, true]);
    }
    expect(await store.reports.find(other.ownerId, report.id)).toEqual(report);
    expect(await store.websites.find(other.ownerId, website.id)).toEqual(website);
    expect((await other.get('/api/v1/reports')).status).toBe(200);
  });

  it('accept forms only from their own origin', async () => {
    const report = await user.addReport({ domain: 'attacked.example' });
    const [apiKey] = await listApiKeys(api().context, user.ownerId);
    for (const path of [
      '',
      `/reports/${report.id}`,
      `/reports/${report.id}/delete`,
      `/reports/${report.id}/renew-link`,
      `/websites/${report.websiteId}/delete`,
      `/websites/${report.websiteId}/settings`,
      `/websites/${report.websiteId}/renew-link`,
      '/keys',
      `/keys/${apiKey?.id}/revoke`,
      '/sign-out',
    ]) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        {},
      ]) {
        const reply = await browser.post(
          root + path,
          { url: api().site.url, privacy: 'public' },
          headers,
        );
        expect([path, headers, reply.status]).toEqual([path, headers, 403]);
        expect(reply.text).toContain('Sent from another website');
      }
    }
    expect(await api().store.reports.find(user.ownerId, report.id)).toEqual(report);
    expect((await browser.get(root)).status).toBe(200);
  });
});

describe('behind a login on another origin', () => {
  const api = useApi(() => ({
    pages: { loginUrl: 'https://login.example/start?from=seo' },
    authenticate: ({ headers }) => headers['x-user']?.toString(),
  }));

  it('lets forms lead there, and to no other origin', async () => {
    const { headers } = await openBrowser(api(), { 'x-user': 'console-ann' }).get(root);
    expect(headers.get('content-security-policy')).toContain(
      "; form-action 'self' https://login.example; ",
    );
    const { status, location } = await openBrowser(api()).post(root, { url: 'x' });
    expect([status, location]).toEqual([303, 'https://login.example/start?from=seo']);
  });
});

describe('behind the login of a host', () => {
  const authenticate = ({ headers }: { headers: Record<string, unknown> }) =>
    headers['x-user']?.toString();
  const api = useApi(() => ({ pages: { loginUrl: '/login' }, authenticate }));

  it('needs no sign-in, and has no keys, which would open nothing', async () => {
    const ann = openBrowser(api(), { 'x-user': 'console-ann' });
    const start = await ann.get(root);
    expect(start.status).toBe(200);
    expect(start.text).not.toContain(`${root}/keys`);
    expect(postActions(start.text)).toEqual([root]);
    const { id } = await api().store.reports.create(newReport({ ownerId: 'console-ann' }));
    expect((await ann.get(`${root}/reports/${id}`)).status).toBe(200);
    const bob = openBrowser(api(), { 'x-user': 'console-bob' });
    expect((await bob.get(`${root}/reports/${id}`)).status).toBe(404);
    for (const path of [signIn, `${root}/keys`, `${root}/keys/1/revoke`]) {
      expect([path, (await ann.get(path)).status]).toEqual([path, 404]);
    }
    for (const path of [signIn, `${root}/sign-out`, `${root}/keys`]) {
      expect([path, (await ann.post(path, {})).status]).toEqual([path, 404]);
    }
  });

  it('redirects others to the login of the host', async () => {
    for (const path of ['', '/reports', '/reports/1', '/websites/1']) {
      const { status, location } = await openBrowser(api()).get(root + path);
      expect([path, status, location]).toEqual([path, 303, '/login']);
    }
  });
});

describe('behind the login of a host without a page for it', () => {
  const api = useApi(() => ({ pages: true, api: false, authenticate: () => undefined }));

  it('is a 401 page', async () => {
    const reply = await openBrowser(api()).get(`${root}/reports`);
    expect(reply.status).toBe(401);
    expectSafePage(reply);
  });
});

describe('mounted without the API', () => {
  const api = useApi(() => ({ pages: true, api: false, authenticate: () => 'ann' }));

  it('has keys, as the API may use them elsewhere', async () => {
    const browser = openBrowser(api());
    expect((await browser.get(root)).text).toContain(`${root}/keys`);
    expect((await browser.get(`${root}/keys`)).status).toBe(200);
    expect((await browser.get('/api/v1/openapi.json')).status).toBe(404);
  });
});
