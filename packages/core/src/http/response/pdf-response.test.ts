import { randomUUID } from 'node:crypto';
import { expectSafePage, openBrowser } from '@sitegrade/adapter-suite/browser';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { beginCrawl, checked, issueOf, storeCrawl } from '@sitegrade/adapter-suite/store-crawl';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateWebsite } from '../../index.ts';
import { fakePdf, fakePrinter } from '../fixtures/fake-printer.ts';

const pdf = { accept: 'application/pdf' };
const password = 'correct horse battery staple';

/** A title that no other report has: the same document is printed once. */
const newTitle = () => `Bread ${randomUUID()}`;

// Reports, crawls and websites as PDF, in the API and among the pages.

describe('reports as PDF', () => {
  const printer = fakePrinter();
  const api = useApi(() => ({
    renderer: printer,
    pages: { brand: (ownerId) => ({ name: `Brand of ${ownerId}`, logo: '/logo.png' }) },
  }));
  const add = (user: TestUser) => user.addReport({ title: newTitle() });
  const pathOf = ({ id }: { readonly id: number }) => `/api/v1/reports/${id}`;

  beforeEach(() => {
    printer.printed.length = 0;
    printer.failWith(undefined);
  });

  it('come to clients that prefer them, in the brand of their owner', async () => {
    const user = await api().newUser();
    const report = await user.addReport({
      title: newTitle(),
      domain: 'example.com',
      createdAt: new Date('2026-03-04T05:06:07.089Z'),
    });
    const reply = await user.get(pathOf(report), pdf);
    expect([reply.status, reply.text]).toEqual([200, fakePdf]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="report-example.com-2026-03-04.pdf"',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
    });
    const [html = ''] = printer.printed;
    expect(html).toContain(`<title>Report on ${report.title} · Brand of ${user.ownerId}</title>`);
    expect(html).not.toMatch(/<(?:script|img|iframe|link(?! rel="icon" href="data:))/);

    const typeFor = async (accept: string) => {
      const { headers } = await user.get(pathOf(report), { accept });
      expect(headers.get('vary')).toMatch(/\bAccept\b/i);
      return headers.get('content-type')?.split(';')[0];
    };
    expect(await typeFor('application/pdf;q=0.5, application/json;q=0.4')).toBe('application/pdf');
    for (const accept of ['*/*', 'application/*', 'text/csv', 'application/pdf;q=0'])
      expect([accept, await typeFor(accept)]).toEqual([accept, 'application/json']);
  });

  it('are printed neither for HEAD nor for a client that has them, and once for all others', async () => {
    const user = await api().newUser();
    const path = pathOf(await add(user));
    const head = await user.send('HEAD', path, { headers: pdf });
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, head.text]).toEqual([200, '']);
    for (const tag of [etag, etag.slice(2)]) {
      const known = await user.get(path, { ...pdf, 'if-none-match': tag });
      expect([known.status, known.headers.get('etag')]).toEqual([304, etag]);
      expect(known.headers.get('vary')).toMatch(/\bAccept\b/i);
    }
    expect(printer.printed).toHaveLength(0);
    const release = printer.hold();
    const both = [user.get(path, pdf), user.get(path, pdf)];
    await expect.poll(() => printer.printed.length).toBe(1);
    release();
    for (const { headers } of await Promise.all(both)) expect(headers.get('etag')).toBe(etag);
    expect((await user.get(path, pdf)).text).toBe(fakePdf);
    expect(printer.printed).toHaveLength(1);
  });

  it('are of the owner only', async () => {
    const [ann, bob] = [await api().newUser(), await api().newUser()];
    const reply = await bob.get(pathOf(await add(ann)), pdf);
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    expect(printer.printed).toHaveLength(0);
  });

  it('fail with what to do if the browser does, without its message', async () => {
    const user = await api().newUser();
    const path = pathOf(await add(user));
    const cause = new Error('No Chromium in /secret.');
    printer.failWith({ kind: 'failed', reason: 'renderer_unavailable', cause });
    const reply = await user.get(path, pdf);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '30']);
    expect(reply.body).toMatchObject({ code: 'overloaded', reason: 'renderer_unavailable' });
    expect(reply.text).not.toContain('secret');
    printer.failWith({ kind: 'failed', reason: 'render_too_large' });
    const large = await user.get(path, pdf);
    expect([large.status, large.headers.get('retry-after')]).toEqual([406, null]);
    expect(large.body).toMatchObject({ code: 'not_acceptable', reason: 'render_too_large' });
  });

  it('are limited to four at once, and two for visitors of shared pages', async () => {
    const user = await api().newUser();
    const reports = [];
    for (let index = 0; index < 8; index += 1) reports.push(await add(user));
    const { context } = api();
    for (const { websiteId } of reports)
      await updateWebsite(context, user.ownerId, websiteId, { privacy: 'public' });
    const release = printer.hold();
    const own = reports.slice(0, 4).map((report) => user.get(pathOf(report), pdf));
    await expect.poll(() => printer.printed.length).toBe(4);
    const [, , , , fifth, ...shared] = reports;
    const refused = fifth && (await user.get(pathOf(fifth), pdf));
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '5']);
    const visit = (token: string) =>
      api()
        .fetch(`/sitegrade/share/reports/${token}/report.pdf`)
        .then(async (reply) => ({
          status: reply.status,
          headers: reply.headers,
          text: await reply.text(),
        }));
    const visits = shared.slice(0, 2).map(({ shareToken }) => visit(shareToken));
    await expect.poll(() => printer.printed.length).toBe(6);
    const third = await visit(shared[2]?.shareToken ?? '');
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    expectSafePage({ ...third, location: null });
    release();
    const replies = await Promise.all([...own, ...visits]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  describe('among the pages', () => {
    /** A report of a website with this privacy, and the paths of its shared page. */
    const shared = async (user: TestUser, privacy: 'public' | 'private' | 'password') => {
      const domain = `${randomUUID()}.example`;
      const report = await user.addReport({
        title: newTitle(),
        domain,
        url: `https://${domain}/`,
      });
      const change = { privacy, ...(privacy === 'password' && { password }) };
      await updateWebsite(api().context, user.ownerId, report.websiteId, change);
      const page = `/sitegrade/share/reports/${report.shareToken}`;
      return { report, page, file: `${page}/report.pdf` };
    };

    it('have a button, and are not stored', async () => {
      const user = await api().newUser();
      const { report, page, file } = await shared(user, 'public');
      const browser = openBrowser(api());
      expect((await browser.get(page)).text).toContain(`href="${file}" rel="nofollow">PDF<`);
      const reply = await browser.get(file);
      expect([reply.status, reply.text]).toEqual([200, fakePdf]);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      });
      expect(printer.printed[0]).toContain(`Report on ${report.title} · Brand of`);
    });

    it('of a private website are for its owner only', async () => {
      const user = await api().newUser();
      const { report, page, file } = await shared(user, 'private');
      const visitor = openBrowser(api());
      expect((await visitor.get(file)).status).toBe(404);
      const owner = openBrowser(api());
      await owner.post('/sitegrade/sign-in', { key: user.key });
      expect((await owner.get(page)).text).toContain(`href="${file}"`);
      expect((await owner.get(file)).text).toBe(fakePdf);

      const own = `/sitegrade/reports/${report.id}`;
      expect((await owner.get(own)).text).toContain(`href="${own}/report.pdf"`);
      expect((await owner.get(`${own}/report.pdf`)).text).toBe(fakePdf);
      const other = await visitor.get(`${own}/report.pdf`);
      expect([other.status, other.location]).toEqual([303, expect.stringContaining('/sign-in')]);
    });

    it('of a website with a password need it', async () => {
      const user = await api().newUser();
      const { file } = await shared(user, 'password');
      const browser = openBrowser(api());
      const form = await browser.get(file);
      expect(form.status).toBe(403);
      expectSafePage(form);
      expect(printer.printed).toHaveLength(0);
      const opened = await browser.post(file, { password });
      expect([opened.status, opened.location]).toEqual([303, file]);
      expect((await browser.get(file)).text).toBe(fakePdf);
    });

    it('hide from visitors what the page hides', async () => {
      const user = await api().newUser();
      const secret = 'https://secret.example/?token=aaaabbbbcccc';
      const report = await user.addReport({ domain: 'secret.example', url: secret });
      await updateWebsite(api().context, user.ownerId, report.websiteId, { privacy: 'public' });
      const browser = openBrowser(api());
      await browser.get(`/sitegrade/share/reports/${report.shareToken}/report.pdf`);
      expect(printer.printed[0]).not.toContain('aaaabbbbcccc');
      await user.get(pathOf(report), pdf);
      expect(printer.printed[1]).toContain('aaaabbbbcccc');
    });
  });
});

describe('crawls and websites as PDF', () => {
  const printer = fakePrinter();
  const logo = 'data:image/png;base64,AAAA';
  const api = useApi(() => ({
    renderer: printer,
    pages: { brand: (ownerId) => ({ name: `Brand of ${ownerId}`, logo }) },
    now: () => new Date('2026-03-09T12:00Z'),
  }));
  const secret = 'aaaabbbbcccc';

  beforeEach(() => {
    printer.printed.length = 0;
  });

  /** A website whose score is from a crawl of 60 pages, with more issues and findings than are printed. */
  const crawled = async (user: TestUser, privacy: 'public' | 'private' = 'private') => {
    const domain = `${randomUUID()}.example`;
    const { store } = api().context;
    const pages = Array.from({ length: 60 }, (_, index) => ({
      path: index < 2 ? `/x;token=${secret}/${index}` : `/${index}?token=${secret}`,
      outcome: checked(index + 1, `Page ${index}`),
    }));
    const error = { code: 'page_unreachable', message: 'It failed.' } as const;
    const failed = {
      path: '/failed',
      outcome: { kind: 'failed', httpStatus: 500, error, isRefusal: false },
    } as const;
    const issues = Array.from({ length: 7 }, (_, number) =>
      issueOf({
        id: `issue-${number}`,
        advice: `Advice ${number}.`,
        findings: Array.from({ length: 9 }, (_, index) => ({
          key: `${index}`,
          summary: `Finding ${number}.${index} of ${secret}.`,
          pages: [1, 2, 3, 4].map((page) => `https://${domain}/p${page}?token=${secret}`),
          pagesCount: 4,
          target: null,
        })),
      }),
    );
    const createdAt = new Date('2026-03-04T05:06:07.089Z');
    const note = issueOf({ id: 'note', title: 'A note', importance: 'info', status: 'found' });
    const options = {
      ownerId: user.ownerId,
      domain,
      pages: [...pages, failed],
      score: 63,
      createdAt,
      issues: [...issues, note],
    };
    const crawl = await storeCrawl(store, options);
    const websiteId = crawl.websiteId ?? 0;
    const website = await updateWebsite(api().context, user.ownerId, websiteId, { privacy });
    return { crawl, website, domain };
  };
  const count = (part: RegExp) => printer.printed[0]?.match(part)?.length ?? 0;

  it('are crawls with their worst pages and a few findings of each issue, in the brand of their owner', async () => {
    const user = await api().newUser();
    const { crawl, domain } = await crawled(user);
    const path = `/api/v1/crawls/${crawl.id}`;
    const reply = await user.get(path, pdf);
    expect([reply.status, reply.text]).toEqual([200, fakePdf]);
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="crawl-${domain}-2026-03-04.pdf"`,
    );
    const [html = ''] = printer.printed;
    expect(html).toContain(`Crawl of https://${domain} of 4 Mar 2026 · Brand of ${user.ownerId}`);
    expect(html).toContain(`src="${logo}"`);
    expect(count(/>Page \d+</g)).toBe(25);
    expect(html).toContain('>60 pages<');
    expect(count(/Finding 6\.\d/g)).toBe(5);
    expect(html).toContain('4 more findings');
    expect(html).not.toContain('/p4?');
    const { headers } = await user.get(path, { accept: '*/*' });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('vary')).toMatch(/\bAccept\b/i);
  });

  it('are websites with what to fix first, and the rest in short', async () => {
    const user = await api().newUser();
    const { website, domain } = await crawled(user);
    await user.addReport({ domain, url: `https://${domain}/`, title: 'The start page' });
    const reply = await user.get(`/api/v1/websites/${website.id}`, pdf);
    expect([reply.status, reply.text]).toEqual([200, fakePdf]);
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="website-${domain}-2026-03-09.pdf"`,
    );
    const [html = ''] = printer.printed;
    expect(html).toContain(`SEO reports on ${domain} · Brand of ${user.ownerId}`);
    expect(html).toContain('crawl of 60 pages');
    expect(count(/Advice \d/g)).toBe(5);
    expect(count(/Finding \d\.\d/g)).toBe(7);
    expect(html).not.toContain('A note');
    expect(html).toContain('The start page');
  });

  it('are not crawls that have not ended', async () => {
    const user = await api().newUser();
    const domain = `${randomUUID()}.example`;
    const options = { ownerId: user.ownerId, domain, pages: [{ path: '/', outcome: checked(80) }] };
    const { id } = await beginCrawl(api().context.store, options);
    const reply = await user.get(`/api/v1/crawls/${id}`, pdf);
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict']);
    expect((await user.get(`/api/v1/crawls/${id}`)).status).toBe(200);
  });

  it('have buttons, and hide from visitors what the pages hide', async () => {
    const user = await api().newUser();
    const { crawl, website } = await crawled(user, 'public');
    const page = `/sitegrade/share/websites/${website.shareToken}`;
    const visitor = openBrowser(api());
    // That of a crawl names five of them as what to fix first, too.
    for (const [path, file, findings] of [
      [page, `${page}/website.pdf`, 7],
      [`${page}/issues`, `${page}/crawl.pdf`, 12],
    ] as const) {
      printer.printed.length = 0;
      expect((await visitor.get(path)).text).toContain(`href="${file}" rel="nofollow">PDF<`);
      expect((await visitor.get(file)).text).toBe(fakePdf);
      expect(count(/Finding \d\.0 of \[redacted\]/g)).toBe(findings);
      expect(printer.printed[0]).not.toContain(secret);
      expect(printer.printed[0]).not.toContain('/failed');
    }
    const owner = openBrowser(api());
    await owner.post('/sitegrade/sign-in', { key: user.key });
    const own = `/sitegrade/crawls/${crawl.id}`;
    expect((await owner.get(own)).text).toContain(`href="${own}/crawl.pdf"`);
    for (const file of [`${own}/crawl.pdf`, `/sitegrade/websites/${website.id}/website.pdf`]) {
      printer.printed.length = 0;
      expect((await owner.get(file)).text).toBe(fakePdf);
      expect(printer.printed[0]).toContain(`Brand of ${user.ownerId}`);
      expect(printer.printed[0]).toContain(secret);
    }
  });

  it('are of the owner only, and of a crawl only where the score is from one', async () => {
    const [ann, bob] = [await api().newUser(), await api().newUser()];
    const { crawl, website } = await crawled(ann);
    for (const path of [`/api/v1/crawls/${crawl.id}`, `/api/v1/websites/${website.id}`])
      expect((await bob.get(path, pdf)).status).toBe(404);
    const visitor = openBrowser(api());
    const page = `/sitegrade/share/websites/${website.shareToken}`;
    expect((await visitor.get(`${page}/crawl.pdf`)).status).toBe(404);
    const { websiteId } = await ann.addReport({ domain: `${randomUUID()}.example` });
    const { shareToken } = await updateWebsite(api().context, ann.ownerId, websiteId, {
      privacy: 'public',
    });
    const other = `/sitegrade/share/websites/${shareToken}`;
    expect((await visitor.get(`${other}/crawl.pdf`)).status).toBe(404);
    expect((await visitor.get(`${other}/website.pdf`)).text).toBe(fakePdf);
    expect(printer.printed).toHaveLength(1);
  });
});

describe('reports as PDF, without a renderer', () => {
  const api = useApi(() => ({ pages: true }));

  it('are refused to who accepts nothing else', async () => {
    const user = await api().newUser();
    const { id } = await user.addReport();
    const path = `/api/v1/reports/${id}`;
    for (const method of ['GET', 'HEAD']) {
      const { status } = await user.send(method, path, { headers: pdf });
      expect([method, status]).toEqual([method, 406]);
    }
    const { body } = await user.get(path, pdf);
    expect(body).toMatchObject({ code: 'not_acceptable', reason: 'renderer_missing' });
    const either = await user.get(path, { accept: 'application/pdf, */*;q=0.1' });
    expect(either.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('have no button, and a page that says why', async () => {
    const user = await api().newUser();
    const { websiteId, shareToken } = await user.addReport();
    await updateWebsite(api().context, user.ownerId, websiteId, { privacy: 'public' });
    const page = `/sitegrade/share/reports/${shareToken}`;
    const browser = openBrowser(api());
    expect((await browser.get(page)).text).not.toContain('report.pdf');
    const refused = await browser.get(`${page}/report.pdf`);
    expect(refused.status).toBe(406);
    expectSafePage(refused);
    expect(refused.text).toContain('This server creates no PDFs');
  });
});
