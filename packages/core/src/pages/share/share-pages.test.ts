import { createClient } from '@sitegrade/adapter-suite/api-client';
import { hiddenCharacter, openBrowser } from '@sitegrade/adapter-suite/browser';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { rendering, speed } from '@sitegrade/adapter-suite/rendering';
import { shownTitle } from '@sitegrade/adapter-suite/test-site';
import { newReport } from '@sitegrade/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CheckResult, setSchedule, updateWebsite } from '../../index.ts';

const share = '/sitegrade/share';
const password = 'correct horse battery staple';

// The shared pages of reports and websites, as other people and the owner see them.

describe('shared pages', () => {
  const api = useApi(() => ({
    pages: true,
    authenticate: (request) => request.headers['x-user']?.toString(),
  }));
  let owner: TestUser;
  let reports = 0;

  beforeAll(async () => {
    owner = await api().newUser();
  });

  /** A request of a browser, which does not follow redirects. */
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await api().fetch(path, { redirect: 'manual', ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };
  const asOwner = () => ({ headers: { 'x-user': owner.ownerId } });
  const send = (path: string, fields: Record<string, string>, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    });

  /** A report of a new website with this privacy, and the paths of its pages. */
  const shared = async (privacy: 'public' | 'private' | 'password') => {
    reports += 1;
    const domain = `site-${reports}.example`;
    const part = { domain, url: `https://${domain}/`, title: `Title of ${domain}` };
    const report = await owner.addReport(part);
    const { context, store } = api();
    const change = { privacy, ...(privacy === 'password' && { password }) };
    await updateWebsite(context, owner.ownerId, report.websiteId, change);
    const website = await store.websites.find(owner.ownerId, report.websiteId);
    return {
      domain,
      websiteId: report.websiteId,
      reportPath: `${share}/reports/${report.shareToken}`,
      websitePath: `${share}/websites/${website?.shareToken}`,
      comparisonPath: `${share}/compare/${report.shareToken}/${report.shareToken}`,
    };
  };

  it('shows the picture of a page that was rendered, and what scripts change', async () => {
    const { page } = await owner.addReport();
    const domain = 'rendered.example';
    const part = { domain, url: `https://${domain}/`, page: { ...page, rendering } };
    const report = await owner.addReport(part);
    const { context, store } = api();
    await updateWebsite(context, owner.ownerId, report.websiteId, { privacy: 'public' });
    await store.reports.keepScreenshot(owner.ownerId, report.id, Uint8Array.of(255, 216, 255), 9);
    const { text } = await ask(`${share}/reports/${report.shareToken}`);
    expect(text).toContain('src="data:image/jpeg;base64,/9j/"');
    for (const shown of [
      '&lt;i>Rye&lt;/i>',
      '1,200',
      '&lt;b>boom&lt;/b>',
      'The page in a browser',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('<b>boom');
  });

  it('shows what a phone shows while a page loads, and when it loads what, without secrets', async () => {
    const { page } = await owner.addReport();
    const domain = 'measured.example';
    const part = { domain, url: `https://${domain}/`, page: { ...page, speed } };
    const report = await owner.addReport(part);
    const { context, store } = api();
    await updateWebsite(context, owner.ownerId, report.websiteId, { privacy: 'public' });
    const film = Uint8Array.of(255, 216, 255, 255, 216, 254);
    await store.reports.keepScreenshot(owner.ownerId, report.id, film, 9);
    const { text } = await ask(`${share}/reports/${report.shareToken}`);
    for (const shown of ['/9j/" alt="The screen after 900 ms"', '/9j+', 'cdn.example … a.js']) {
      expect(text).toContain(shown);
    }
    expect(text).not.toMatch(/s3cret|q=<i>/);
  });

  it('shows public pages to anyone, without calling the login', async () => {
    const { domain, ...paths } = await shared('public');
    for (const path of Object.values(paths).filter((value) => typeof value === 'string')) {
      const { status, headers, text } = await ask(path);
      expect([status, text.includes(domain)]).toEqual([200, true]);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(text).toContain('<meta name="robots" content="noindex"');
      expect(text).not.toMatch(/<[^>]+ (?:style|on\w+)=/);
      // The owner sees a public page like anyone.
      expect((await ask(path, asOwner())).text).toBe(text);
    }
  });

  it('shows hidden characters of a title by their code, also in link previews', async () => {
    const { headers } = asOwner();
    const body = JSON.stringify({ url: `${api().site.url}/hidden` });
    const created = await createClient(api()).send('POST', '/api/v1/reports', {
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect(created.status).toBe(201);
    const { store, context } = api();
    const { id, website_id: websiteId } = created.body.data;
    await updateWebsite(context, owner.ownerId, websiteId, { privacy: 'public' });
    const report = await store.reports.find(owner.ownerId, id);
    const website = await store.websites.find(owner.ownerId, websiteId);
    const token = report?.shareToken;
    const paths = [
      `${share}/reports/${token}`,
      `${share}/compare/${token}/${token}`,
      `${share}/websites/${website?.shareToken}`,
    ] as const;
    for (const path of paths) {
      const { status, text } = await ask(path);
      expect([path, status, text.includes(shownTitle)]).toEqual([path, 200, true]);
      expect([path, hiddenCharacter.exec(text)]).toEqual([path, null]);
    }
    const { text } = await ask(paths[0]);
    expect(text).toContain(`<title>Report on ${shownTitle} · `);
    expect(text).toContain(`<meta property="og:title" content="Report on ${shownTitle}"`);
    expect((await ask(paths[1])).text).toContain(`<title>Two reports on ${shownTitle} · `);
  });

  it('shows what changed since a report of the same URL, with its secrets redacted', async () => {
    const url = 'https://secret.example/?api_key=abcdefgh12345678';
    const part = { domain: 'secret.example', url, finalUrl: url };
    await owner.addReport({ ...part, score: 50, defaultPrivacy: 'public' });
    const { shareToken } = await owner.addReport({ ...part, score: 57 });
    const { status, text } = await ask(`${share}/reports/${shareToken}`);
    expect([status, text.includes('+7 points')]).toEqual([200, true]);
    expect(text).not.toContain('abcdefgh12345678');
  });

  it('shows how a website has changed and what to do next, and nothing of its settings', async () => {
    const domain = 'story.example';
    const at = (createdAt: Date, score: number) =>
      owner.addReport({ domain, url: `https://${domain}/`, score, createdAt });
    const before = await at(new Date('2026-03-01T09:00:00Z'), 50);
    const last = await at(new Date('2026-03-08T09:00:00Z'), 57);
    const { context } = api();
    const { ownerId } = owner;
    const { websiteId } = last;
    const { shareToken } = await updateWebsite(context, ownerId, websiteId, { privacy: 'public' });
    const time = { every: 'day', at: '06:00', timeZone: 'Europe/Berlin' } as const;
    await setSchedule(context, ownerId, websiteId, { ...time, task: 'reports' });
    const { text } = await ask(`${share}/websites/${shareToken}`);
    expect(text).toContain('<strong>+7 points</strong> since 1 Mar 2026.');
    const comparison = `${share}/compare/${before.shareToken}/${last.shareToken}`;
    expect(text).toContain(`1 finding, none new or fixed. <a href="${comparison}">`);
    expect(text).toContain(
      `<a href="${share}/reports/${last.shareToken}#check-title"><bdi>The title`,
    );
    expect(text).not.toMatch(/Next look|Who is informed|Berlin|webhook|\/sitegrade\/websites/);
  });

  it('shows private pages to their owner only, and others the 404 of a missing page', async () => {
    const { domain, reportPath, websitePath, comparisonPath } = await shared('private');
    const missing = await ask(`${share}/reports/missing`);
    expect(missing.status).toBe(404);
    for (const path of [reportPath, websitePath, comparisonPath]) {
      const mine = await ask(path, asOwner());
      expect([mine.status, mine.text.includes(domain)]).toEqual([200, true]);
      for (const headers of [{}, { 'x-user': 'someone-else' }]) {
        const { status, text } = await ask(path, { headers });
        expect([status, text]).toEqual([404, missing.text]);
        expect((await send(path, { password }, headers)).text).toBe(missing.text);
      }
    }
    expect((await ask(reportPath, asOwner())).text).toContain('Only you can see this');
  });

  it('redacts secrets for everyone but the owner, also in what changed last', async () => {
    const secret = 'k3J9x0QmZp';
    const domain = 'redacted.example';
    const url = `https://${domain}/`;
    const { title } = newReport().checks;
    if (title === undefined) throw new Error('The fixture has no check of the title.');
    const summary = `The page links to ${url}?api_key=${secret}.`;
    const quoted = (text: string) => ({
      kind: 'html' as const,
      text: `${text}?api_key=${secret}`,
    });
    const at = (status: 'pass' | 'fail', quote: string) => ({
      domain,
      url,
      checks: {
        title: { ...title, status, summary },
        // Fails in both, with another quote.
        again: { ...title, status: 'fail' as const, summary, evidence: [quoted(url + quote)] },
      },
    });
    await owner.addReport(at('pass', 'before'));
    const { websiteId, shareToken } = await owner.addReport(at('fail', 'after'));
    const { context, store } = api();
    await updateWebsite(context, owner.ownerId, websiteId, { privacy: 'password', password });
    const website = await store.websites.find(owner.ownerId, websiteId);
    const paths = [`${share}/reports/${shareToken}`, `${share}/websites/${website?.shareToken}`];
    const [reportPath = ''] = paths;
    const cookie = (await send(reportPath, { password })).headers.get('set-cookie') ?? '';
    for (const path of paths) {
      expect((await ask(path, asOwner())).text).toContain(secret);
      const { status, text } = await ask(path, {
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      expect([status, text.includes('api_key=[redacted]')]).toEqual([200, true]);
      expect(text).not.toContain(secret);
      expect(text).toContain(`${url}before?api_key=[redacted]`);
      expect(text).toContain(`${url}after?api_key=[redacted]`);
    }
  });

  it('asks for a password once for all pages of a website', async () => {
    const { domain, websiteId, reportPath, websitePath, comparisonPath } = await shared('password');
    for (const path of [reportPath, websitePath, comparisonPath]) {
      const { status, headers, text } = await ask(path);
      expect([status, text.includes(domain)]).toEqual([403, false]);
      // With no-referrer, browsers send `Origin: null` with the form.
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(text).toMatch(/<input[^>]+name="password"[^>]*>/);
      expect((await ask(path, asOwner())).status).toBe(200);
    }
    const wrong = await send(reportPath, { password: 'wrong' });
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null]);
    expect(wrong.text).toContain('The password is not right');
    expect((await send(reportPath, {})).status).toBe(403);

    const right = await send(reportPath, { password });
    expect([right.status, right.headers.get('location')]).toEqual([303, reportPath]);
    const cookie = right.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^sitegrade_[\w-]+=[\w.-]+; Path=\/sitegrade\/share; Expires=.+ GMT; HttpOnly; SameSite=Lax$/,
    );
    const [pass = ''] = cookie.split(';');
    for (const path of [reportPath, websitePath, comparisonPath]) {
      expect((await ask(path, { headers: { cookie: `a=b; ${pass}` } })).text).toContain(domain);
    }
    const tampered = `${pass.slice(0, -1)}${pass.endsWith('A') ? 'B' : 'A'}`;
    for (const invalid of [tampered, pass.replace(/=.*/, '='), pass.replace(/=./, '=z')]) {
      expect((await ask(reportPath, { headers: { cookie: invalid } })).status).toBe(403);
    }
    const other = await shared('password');
    expect((await ask(other.reportPath, { headers: { cookie: pass } })).status).toBe(403);
    // A new password ends all passes, even if it is the same one.
    await updateWebsite(api().context, owner.ownerId, websiteId, {
      privacy: 'password',
      password,
    });
    expect((await ask(reportPath, { headers: { cookie: pass } })).status).toBe(403);
  });

  it('slows down guesses', async () => {
    const { reportPath } = await shared('password');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      statuses.push((await send(reportPath, { password: `wrong ${guess}` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    const limited = await send(reportPath, { password });
    expect([limited.status, limited.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.text).toMatch(/^<!doctype html>/);
  });

  it('refuses forms that other sites send', async () => {
    const { reportPath } = await shared('password');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ]) {
      const { status, text } = await send(reportPath, { password }, headers);
      expect([headers, status]).toEqual([headers, 403]);
      expect(text).toContain('Sent from another website');
    }
    const programs = { method: 'POST', body: new URLSearchParams({ password }) };
    expect((await ask(reportPath, programs)).status).toBe(403);
  });

  it('filters the checks of a report by links', async () => {
    const { reportPath } = await shared('public');
    const { text } = await ask(`${reportPath}?status=pass&category=seo&status=x`);
    expect(text).toContain('aria-current="true"');
    const findings = /class="check folded (?:fail|warn)"/;
    expect(text).not.toMatch(findings);
    const all = (await ask(reportPath)).text;
    expect(all).toMatch(findings);
    // Without a picture, the page as a search result is beside what to fix first, and in its part.
    expect(all.match(/In search results</g)).toHaveLength(2);
    expect((await ask(`${reportPath}?status=<script>`)).text).not.toContain('<script>');
  });

  it('lists the categories of the filter in the order of the scores', async () => {
    const passed = (category: CheckResult['category']): CheckResult => ({
      category,
      status: 'pass',
      title: 'It is right',
      summary: 'It is.',
      advice: null,
      source: 'https://example.com/',
      evidence: [],
      sampled: false,
      importance: 'info',
      value: null,
      weight: 0,
      points: 1,
      deduction: 0,
      gain: 0,
    });
    const checks = { a: passed('security'), b: passed('accessibility'), c: passed('seo') };
    const { shareToken } = await owner.addReport({ checks });
    const { text } = await ask(`${share}/reports/${shareToken}`, asOwner());
    const categories = [...text.matchAll(/\?category=(\w+)#checks/g)].map(
      ([, category]) => category,
    );
    expect(categories).toEqual(['seo', 'accessibility', 'security']);
  });

  it('leads to findings that the filter hides, and names what the points mean below a cap', async () => {
    const title: CheckResult = {
      category: 'seo',
      status: 'fail',
      title: 'The page has a title',
      summary: 'The page has no <title>.',
      advice: 'Add one.',
      source: 'https://example.com/',
      evidence: [],
      sampled: false,
      importance: 'high',
      value: null,
      weight: 12,
      points: 0,
      deduction: 12,
      gain: 12,
    };
    const part = {
      url: 'https://capped.example/',
      domain: 'capped.example',
      checks: { title },
      fixFirst: ['title'],
      score: 49,
      scoreUncapped: 80,
      gates: [{ check: 'title', cap: 49, reason: 'The page has no title.' }],
    };
    const { shareToken } = await owner.addReport(part);
    const path = `${share}/reports/${shareToken}`;
    const all = await ask(path, asOwner());
    expect(all.text).toContain('href="#check-title"');
    expect(all.text).toContain('The score stays at 49 until what limits it is fixed.');
    const filtered = await ask(`${path}?category=security`, asOwner());
    expect(filtered.text).not.toContain('id="check-title"');
    expect(filtered.text).not.toContain('href="#check-title"');
    expect(filtered.text.split(`href="${path}#check-title"`)).toHaveLength(3);
    expect(all.text).toContain('lifts the limit of 49');

    const uncapped = { ...part, score: 80, gates: [] };
    const { shareToken: other } = await owner.addReport(uncapped);
    const { text } = await ask(`${share}/reports/${other}`, asOwner());
    expect(text).toContain('+12.0 points of the page');
    expect(text).not.toContain('lifts the limit');
  });

  it('names what the score of a website is from', async () => {
    const { websitePath } = await shared('public');
    const { text } = await ask(websitePath);
    const ring = text.slice(text.indexOf('class="ring'), text.indexOf('Score over time'));
    expect(ring).toContain('latest report of 1 page, 2 Jan 2026');
    // Reports of the same day differ.
    expect(text).toMatch(/\d{4}, \d{2}:\d{2} UTC</);
  });

  it('serves a badge while the website is public', async () => {
    const { websitePath, websiteId } = await shared('public');
    const { status, headers, text } = await ask(`${websitePath}/badge.svg`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*Good 80.*<\/svg>$/s);
    const etag = headers.get('etag') ?? '';
    const again = await ask(`${websitePath}/badge.svg`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    for (const change of [{ privacy: 'private' }, { privacy: 'password', password }] as const) {
      await updateWebsite(api().context, owner.ownerId, websiteId, change);
      expect((await ask(`${websitePath}/badge.svg`, asOwner())).status).toBe(404);
    }
  });

  it('loads a stylesheet and a script that browsers keep', async () => {
    const { text } = await ask((await shared('public')).reportPath);
    const [style, script] = [/<link rel="stylesheet" href="([^"]+)"/, /<script src="([^"]+)"/].map(
      (pattern) => pattern.exec(text)?.[1] ?? '',
    );
    for (const [path, type] of [
      [style, 'text/css; charset=utf-8'],
      [script, 'text/javascript; charset=utf-8'],
    ] as const) {
      const { status, headers } = await ask(path ?? '');
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('cache-control')).toContain('immutable');
    }
  });

  it('answers other methods with an HTML page', async () => {
    const { reportPath } = await shared('public');
    const { status, headers, text } = await ask(reportPath, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect(text).toMatch(/^<!doctype html>/);
  });

  it('are named in the API', async () => {
    const { reportPath, websitePath, websiteId } = await shared('public');
    const client = createClient(api());
    const headers = { 'x-user': owner.ownerId };
    const latest = await api().store.websites.find(owner.ownerId, websiteId);
    const path = `/api/v1/reports/${latest?.latestReport?.id}`;
    const { body: report } = await client.get(path, headers);
    expect(report.data.share_url).toBe(api().url + reportPath);
    const { body: website } = await client.get(`/api/v1/websites/${websiteId}`, headers);
    expect(website.data.share_url).toBe(api().url + websitePath);
  });
});

describe('pages in the brand of an owner', () => {
  const brands = new Map<string, unknown>();
  const logged: string[] = [];
  const api = useApi(
    () => ({
      pages: {
        name: 'Server',
        logo: '/server.svg',
        logoDark: '/server-dark.svg',
        footer: 'Of the server',
        accent: '#aa0000',
        brand: async (ownerId: string) => {
          const brand = brands.get(ownerId);
          if (brand instanceof Error) throw brand;
          return brand as { readonly name?: string };
        },
      },
      defaultPrivacy: 'public',
    }),
    {},
    (line) => logged.push(line),
  );
  const pageOf = async (brand: unknown) => {
    const { ownerId, addReport } = await api().newUser();
    brands.set(ownerId, brand);
    const { shareToken } = await addReport({ defaultPrivacy: 'public' });
    const response = await api().fetch(`/sitegrade/share/reports/${shareToken}`);
    return { status: response.status, text: await response.text(), ownerId };
  };
  const styleOf = (text: string) => /href="([^"]+\.css[^"]*)"/.exec(text)?.[1] ?? '';

  it('have what it names, and the rest of the server', async () => {
    const { text } = await pageOf({ name: 'Agency', accent: '#0A7F00' });
    expect(text).toMatch(/<title>[^<]+ · Agency<\/title>/);
    expect(text).toContain('Of the server');
    expect(styleOf(text)).toMatch(/\?accent=0a7f00$/);
    const style = await (await api().fetch(styleOf(text))).text();
    expect(style).toContain('#0a7f00');
    const other = await pageOf(undefined);
    expect(other.text).toMatch(/<title>[^<]+ · Server<\/title>/);
    const own = await (await api().fetch(styleOf(other.text))).text();
    expect(own).toContain('#aa0000');
    const odd = await (await api().fetch(`${styleOf(other.text)}?accent=</style>`)).text();
    expect(odd).toBe(own);
  });

  it.each([
    ['those of the server', { accent: '#0A7F00' }, ['/server.svg', '/server-dark.svg'], 'Server'],
    ['none beside another name', { name: 'Agency' }, [], 'Agency'],
    ['no dark one of another brand', { logo: '/agency.svg' }, ['/agency.svg'], 'Server'],
    ['its own', { logo: '/a.svg', logoDark: '/b.svg' }, ['/a.svg', '/b.svg'], 'Server'],
  ])('have a logo in place of the name: %s', async (_which, brand, logos, name) => {
    const { text } = await pageOf(brand);
    const [, head = ''] = /<header class="top">(.*?)<\/header>/s.exec(text) ?? [];
    const images = [...head.matchAll(/<img class="([^"]+)" src="([^"]+)" alt="([^"]+)"/g)];
    const classes = { 0: [], 1: ['on-light'], 2: ['for-light', 'for-dark'] }[logos.length] ?? [];
    expect(images.map(([, ...image]) => image)).toEqual(
      logos.map((logo, index) => [classes[index], logo, name]),
    );
    expect(head.replace(/<[^>]+>/g, '')).toBe(logos.length === 0 ? name : '');
  });

  it('are also those of the console and of the form for the password', async () => {
    const { ownerId, key, addReport } = await api().newUser();
    brands.set(ownerId, { name: 'Agency', accent: '#0A7F00' });
    const browser = openBrowser(api());
    await browser.post('/sitegrade/sign-in', { key });
    expect((await browser.get('/sitegrade')).text).toContain('Agency');
    const missing = await browser.get('/sitegrade/reports/999999');
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('Agency')]);
    expect(styleOf(missing.text)).toMatch(/\?accent=0a7f00$/);
    const { shareToken, websiteId } = await addReport({ domain: 'locked.example' });
    await updateWebsite(api().context, ownerId, websiteId, {
      privacy: 'password',
      password: 'x',
    });
    const locked = await api().fetch(`/sitegrade/share/reports/${shareToken}`);
    expect([locked.status, await locked.text()]).toEqual([403, expect.stringContaining('Agency')]);
  });

  it.each([
    [new Error('The table of brands is gone.'), 'The table of brands is gone.'],
    [{ accent: 'red' }, 'pages.brand returned accent must be a colour such as #0b5cc4.'],
    [{ nam: 'x' }, 'nam is not an option. Did you mean name?'],
    [null, 'must be an object.'],
  ])('are those of the server where it fails, which is logged: %#', async (brand, message) => {
    logged.length = 0;
    const { status, text, ownerId } = await pageOf(brand);
    expect(status).toBe(200);
    expect(text).toContain('Server');
    const lines = logged.map((line) => JSON.parse(line));
    const failed = lines.filter((line) => JSON.stringify(line).includes(message));
    expect([ownerId, failed]).toEqual([ownerId, [expect.objectContaining({ status: 200 })]]);
  });
});

describe('shared pages that may be indexed', () => {
  const api = useApi(() => ({
    pages: { path: '/seo', indexable: true, name: 'Acme', footer: 'Acme Ltd.' },
    publicUrl: 'https://example.com/tools',
    defaultPrivacy: 'public',
  }));

  it('have a canonical URL, and the name and the footer of the host', async () => {
    const { addReport } = await api().newUser();
    const { shareToken } = await addReport({ defaultPrivacy: 'public' });
    const text = await (await api().fetch(`/seo/share/reports/${shareToken}`)).text();
    expect(text).not.toContain('noindex');
    expect(text).toContain(
      `<link rel="canonical" href="https://example.com/tools/seo/share/reports/${shareToken}"`,
    );
    expect(text).toContain('Acme Ltd.');
    expect(text).toMatch(/<title>[^<]+ · Acme<\/title>/);
  });
});
