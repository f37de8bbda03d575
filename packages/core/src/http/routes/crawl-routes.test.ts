import type { Reply, ReplyRecord } from '@sitegrade/adapter-suite/api-client';
import { type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { storeCrawl } from '@sitegrade/adapter-suite/store-crawl';
import { describe, expect, it, vi } from 'vitest';

const path = '/api/v1/crawls';
/** Far above the duration of a crawl of the test site. */
const waitMs = { timeout: 20_000 };
const csv = { accept: 'text/csv' };
const skipped = {
  robots_txt: 0,
  excluded: 0,
  max_pages: 0,
  too_deep: 0,
  query_variants: 0,
  repeating_path: 0,
  not_html: 0,
  ended: 0,
};
const noProgress = {
  discovered: 0,
  queued: 0,
  running: 0,
  done: 0,
  unchanged: 0,
  redirected: 0,
  failed: 0,
};

/** A record of a crawl, with fields of any type. */
type Fields = ReplyRecord & Readonly<Record<string, unknown>>;

// Crawls: created, listed, run by a worker in the server, compared, canceled, deleted.

describe('crawls without a worker', () => {
  const api = useApi(() => ({
    crawls: { maxPages: 2_000 },
    quotas: { runningCrawls: 2, crawlPagesPerDay: 1_000 },
  }));
  const create = (user: TestUser, fields: object = {}, headers: Record<string, string> = {}) =>
    user.send('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url: api().site.url, ...fields }),
    });

  it.each(['form', 'JSON'])('are created from %s', async (kind) => {
    const user = await api().newUser();
    const scope = {
      max_pages: 20,
      include: ['/a', '/b*'],
      exclude: ['*.pdf$'],
      source: 'links',
      recrawl: 'changed',
    };
    const form = new URLSearchParams({
      url: api().site.url,
      max_pages: '20',
      source: 'links',
      recrawl: 'changed',
    });
    for (const pattern of scope.include) form.append('include', pattern);
    form.append('exclude', '*.pdf$');
    const reply =
      kind === 'JSON'
        ? await create(user, scope)
        : await user.send('POST', path, {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: form.toString(),
          });
    const { id } = reply.body.data;
    expect([reply.status, reply.body.data]).toEqual([
      202,
      {
        id,
        object: 'crawl',
        website_id: null,
        domain: null,
        url: `${api().site.url}/`,
        origin: null,
        status: 'queued',
        end: null,
        error: null,
        ...scope,
        previous_crawl_id: null,
        full_reason: null,
        progress: { ...noProgress, skipped },
        mean_score: null,
        results: { good: 0, decent: 0, bad: 0 },
        score: null,
        result: null,
        ruleset_version: null,
        created_at: expect.any(String),
        started_at: null,
        ended_at: null,
      },
    ]);
    expect(reply.headers.get('location')).toBe(`${api().url}${path}/${id}`);
    const shown = await user.get(`${path}/${id}`);
    expect(shown.body.data).toEqual(reply.body.data);
    const unchanged = await user.get(`${path}/${id}`, {
      'if-none-match': shown.headers.get('etag') ?? '',
    });
    expect(unchanged.status).toBe(304);
    expect((await user.list(path)).body.data).toEqual([reply.body.data]);
  });

  it('have defaults', async () => {
    const user = await api().newUser();
    expect((await create(user)).body.data).toMatchObject({
      max_pages: 100,
      include: [],
      exclude: [],
      source: 'both',
      recrawl: 'all',
    });
  });

  it('begin at a URL without what was pasted around it', async () => {
    const user = await api().newUser();
    const { status, body } = await create(user, { url: ' https://a.test/b\r\n' });
    expect([status, body.data]).toMatchObject([202, { url: 'https://a.test/b' }]);
  });

  it.each([
    ['without a URL', { url: undefined }, ['url']],
    ['of a URL that is not allowed', { url: 'ftp://a.test/' }, ['url']],
    ['without pages', { max_pages: 0 }, ['max_pages']],
    ['with max_pages that is not a number', { max_pages: 'many' }, ['max_pages']],
    ['of more pages than the API allows', { max_pages: 10_001 }, ['max_pages']],
    ['of more pages than the operator allows', { max_pages: 2_001 }, ['max_pages']],
    ['from an unknown source', { source: 'feed' }, ['source']],
    ['of unknown pages', { recrawl: 'some' }, ['recrawl']],
    ['with patterns that are not a list', { include: { 0: '/' } }, ['include']],
    ['with too many patterns', { exclude: Array(101).fill('/') }, ['exclude']],
    [
      'with patterns that are invalid',
      { include: ['/a', 'b', 5], exclude: ['/', '/'.padEnd(501, 'x'), ''] },
      ['include.1', 'include.2', 'exclude.1', 'exclude.2'],
    ],
    [
      'with several fields that are invalid',
      { url: 5, max_pages: 0, source: 'x', include: ['b'], exclude: ['/'] },
      ['include.0', 'max_pages', 'source', 'url'],
    ],
  ])('are not created %s', async (_name, fields, names) => {
    const user = await api().newUser();
    const reply = await create(user, fields);
    expect([reply.status, Object.keys(reply.body.errors ?? {}).toSorted()]).toEqual([
      422,
      names.toSorted(),
    ]);
    expect((await user.list(path)).body.meta.total).toBe(0);
  });

  it('accept the longest patterns', async () => {
    const user = await api().newUser();
    const include = Array(100).fill('/'.padEnd(500, '\u00e9'));
    const reply = await create(user, { include, exclude: include });
    expect([reply.status, reply.body.data]).toMatchObject([202, { include, exclude: include }]);
  });

  it('are created once for each Idempotency-Key', async () => {
    const user = await api().newUser();
    const headers = { 'idempotency-key': 'a key' };
    const first = await create(user, { max_pages: 5 }, headers);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => create(user, { max_pages: 5 }, headers)),
    );
    for (const reply of replies) expect([reply.status, reply.text]).toEqual([202, first.text]);
    expect((await user.list(path)).body.meta.total).toBe(1);
    const other = await create(user, { max_pages: 6 }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    await user.delete(`${path}/${first.body.data.id}`);
    const gone = await create(user, { max_pages: 5 }, headers);
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
  });

  it('are refused beyond the quotas of the owner', async () => {
    const user = await api().newUser();
    const tooMany = await create(user, { max_pages: 1_001 });
    expect(outcomeOf(tooMany)).toEqual([429, 'quota_exceeded']);
    expect(tooMany.body.detail).toMatch(/crawl pages.* 1,?000/);
    await create(user, { max_pages: 10 });
    const { id } = (await create(user, { max_pages: 10 })).body.data;
    const third = await create(user, { max_pages: 10 });
    expect(outcomeOf(third)).toEqual([429, 'quota_exceeded']);
    expect(third.body.detail).toMatch(/running crawls.* 2/);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await create(await api().newUser(), { max_pages: 10 })).status).toBe(202);
    await user.send('POST', `${path}/${id}/cancel`);
    expect((await create(user, { max_pages: 10 })).status).toBe(202);
  });

  it('are filtered by status, searched, and downloaded as CSV', async () => {
    const user = await api().newUser();
    const first = (await create(user, { exclude: ['/a', '/b'] })).body.data;
    await create(user, { url: `${api().site.url}/other` });
    await user.send('POST', `${path}/${first.id}/cancel`);
    expect((await user.list(`${path}?status=canceled`)).ids).toEqual([first.id]);
    expect((await user.list(`${path}?search=OTHER`)).body.meta.total).toBe(1);
    expect((await user.list(`${path}?website_id=1`)).body.meta.total).toBe(0);
    expect((await user.get(`${path}?status=waiting`)).body.errors).toHaveProperty('status');
    const reply = await user.get(`${path}?status=canceled`, csv);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="crawls.csv"');
    const [header, row] = reply.text.split('\r\n');
    expect(header).toMatch(
      /^id,website_id,.*,exclude,source,recrawl,previous_crawl_id,full_reason,discovered,.*,done,unchanged,.*,skipped_robots_txt,/,
    );
    expect(row).toMatch(new RegExp(`^${first.id},,,.*,canceled,.*"/a\n/b",both,`));
  });

  it('are canceled once, and deleted', async () => {
    const user = await api().newUser();
    const { id } = (await create(user)).body.data;
    const canceled = await user.send('POST', `${path}/${id}/cancel`);
    expect([canceled.status, canceled.body.data]).toMatchObject([
      200,
      { status: 'canceled', end: null, score: null },
    ]);
    expect((await user.send('POST', `${path}/${id}/cancel`)).body).toEqual(canceled.body);
    const deleted = await user.delete(`${path}/${id}`);
    expect(deleted.body).toEqual({ id, object: 'crawl', deleted: true, status: 200 });
    expect((await user.get(`${path}/${id}`)).status).toBe(404);
  });

  it('have no issues yet, and are not compared', async () => {
    const user = await api().newUser();
    const { id } = (await create(user)).body.data;
    expect((await user.list(`${path}/${id}/issues`)).body).toMatchObject({
      data: [],
      meta: { total: 0, last_page: 1 },
    });
    expect((await user.get(`${path}/${id}/issues/broken-links`)).status).toBe(404);
    const compared = await user.get(`${path}/${id}/compare/${id}`);
    expect(outcomeOf(compared)).toEqual([409, 'conflict']);
  });

  it('are not compared with those of other websites', async () => {
    const user = await api().newUser();
    const { ownerId } = user;
    const store = (domain: string) => storeCrawl(api().store, { ownerId, domain, pages: [] });
    const [from, to] = [await store('one.example'), await store('other.example')];
    const reply = await user.get(`${path}/${from.id}/compare/${to.id}`);
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { other: ['must be a crawl of the same website as the other one.'] },
    ]);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['GET', '/pages'],
    ['GET', '/pages?sort=up'],
    ['GET', '/pages/1'],
    ['GET', '/issues'],
    ['GET', '/issues?page=x'],
    ['GET', '/issues/broken-links'],
    ['GET', '/compare/1'],
  ])('of other owners are not found: %s %s', async (method, rest) => {
    const [user, other] = [await api().newUser(), await api().newUser()];
    const { id } = (await create(user)).body.data;
    const foreign = await other.send(method, `${path}/${id}${rest}`);
    expect(outcomeOf(foreign)).toEqual([404, 'not_found']);
    const missing = await other.send(method, `${path}/999999999${rest}`);
    expect(missing.text).toBe(foreign.text);
    for (const malformed of ['0', 'x', '1e3']) {
      expect((await other.send(method, `${path}/${malformed}${rest}`)).status).toBe(404);
    }
    expect((await user.get(`${path}/${id}`)).body.data).toMatchObject({ status: 'queued' });
  });
});

describe('crawls with a worker in the server', () => {
  const api = useApi(() => ({ worker: true }), { totalMs: 5_000 });
  const start = async (user: TestUser, fields: object = {}, at = '/crawl/') => {
    const reply = await user.json('POST', path, { url: api().site.url + at, ...fields });
    expect(reply.status).toBe(202);
    return `${path}/${reply.body.data.id}`;
  };
  const crawl = async (user: TestUser, fields: object = {}, at?: string) => {
    const crawlPath = await start(user, fields, at);
    await vi.waitFor(async () => {
      const { data } = (await user.get(crawlPath)).body;
      expect(['done', 'failed']).toContain((data as Fields).status);
    }, waitMs);
    return { crawlPath, record: (await user.get(crawlPath)).body.data as Fields };
  };
  const urlOf = (page: string) => `${api().site.url}/crawl/${page}`;

  it('check the pages of a site', async () => {
    const user = await api().newUser();
    const { crawlPath, record } = await crawl(user, { exclude: ['/crawl/secret'] });
    expect(record).toMatchObject({
      status: 'done',
      end: 'complete',
      domain: api().site.address,
      origin: api().site.url,
      progress: {
        discovered: 7,
        queued: 0,
        running: 0,
        done: 3,
        redirected: 1,
        failed: 1,
        skipped: { ...skipped, excluded: 1, not_html: 1 },
      },
    });
    const pages = (await user.list(`${crawlPath}/pages?sort=asc`)).body.data;
    expect(pages).toMatchObject([
      { url: urlOf(''), state: 'done', depth: 0, http_status: 200, title: 'A shop' },
      { url: urlOf('bread'), state: 'done', depth: 1, inlinks: 2, in_sitemap: false },
      { url: urlOf('cakes'), state: 'done', depth: 1, title: 'Bread' },
      { url: urlOf('file.pdf'), state: 'skipped', skip_reason: 'not_html', http_status: 200 },
      { url: urlOf('gone'), state: 'failed', http_status: 404, score: null },
      { url: urlOf('old'), state: 'redirected', http_status: 301, location: urlOf('bread') },
      { url: urlOf('secret'), state: 'skipped', skip_reason: 'excluded', http_status: null },
    ]);
    const scores = pages.flatMap((page) => ((page as Fields).score as number | null) ?? []);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(record.mean_score).toBe(Math.round(mean * 10) / 10);
    const { score, mean_score: meanScore } = record as Fields & {
      readonly score: number;
      readonly mean_score: number;
    };
    expect(score).toBeLessThan(meanScore);
    expect((await user.list('/api/v1/reports')).body.meta.total).toBe(0);
    const [website] = (await user.list('/api/v1/websites')).body.data;
    expect([record.website_id, record.domain]).toEqual([website?.id, website?.domain]);
    expect((await user.list(`${path}?website_id=${website?.id}`)).ids).toEqual([record.id]);
  });

  it('have pages that are filtered, sorted, searched, paged and downloaded', async () => {
    const user = await api().newUser();
    const { crawlPath } = await crawl(user);
    const pages = `${crawlPath}/pages`;
    const urls = async (query: string) =>
      (await user.list(`${pages}?${query}`)).body.data.map(({ url }) => url);
    expect(await urls('depth=0')).toEqual([urlOf('')]);
    expect(await urls('state=done&sort=asc')).toEqual([
      urlOf(''),
      urlOf('bread'),
      urlOf('cakes'),
      urlOf('secret'),
    ]);
    expect(await urls('state=failed')).toEqual([urlOf('gone')]);
    expect(await urls('search=CAKE')).toEqual([urlOf('cakes')]);
    expect(await urls(`url=${encodeURIComponent(urlOf('cakes'))}`)).toEqual([urlOf('cakes')]);
    expect(await urls('depth=99999999999999999999')).toEqual([]);
    expect((await urls('sort_by=http_status&sort=desc'))[0]).toBe(urlOf('gone'));
    expect((await urls('sort_by=depth&sort=asc'))[0]).toBe(urlOf(''));
    expect((await urls('sort_by=url&sort=desc'))[0]).toBe(urlOf('secret'));
    expect((await user.get(`${pages}?depth=-1`)).body.errors).toEqual({
      depth: ['must be at least 0.'],
    });
    expect((await user.get(`${pages}?url=/old`)).body.errors).toEqual({
      url: ['This is not a valid URL. Use the form https://example.com/page.'],
    });
    expect((await user.get(`${pages}?depth=x&state=lost`)).body.errors).toEqual({
      depth: [expect.any(String)],
      state: [expect.any(String)],
    });
    const file = await user.get(`${pages}?state=failed`, csv);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="crawl_pages.csv"');
    expect(file.text).toMatch(
      /^id,url,state,skip_reason,.*\r\n\d+,http:.*gone,failed,,.*404,,,,,,,false\r\n$/,
    );
  });

  it('have links to all their pages, for that crawl only', async () => {
    const user = await api().newUser();
    const [many, other] = [await crawl(user, {}, '/crawl/many'), await crawl(user)];
    const query = 'per_page=10&sort_by=score&sort=asc';
    const first = await user.list(`${many.crawlPath}/pages?${query}`);
    expect(first.body.meta).toMatchObject({
      total: 13,
      path: `${api().url}${many.crawlPath}/pages`,
    });
    const next = await user.list(first.body.links.next ?? '');
    expect([...first.ids, ...next.ids].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
    const { search } = new URL(first.body.links.next ?? '');
    expect((await user.get(`${many.crawlPath}/pages${search}`)).status).toBe(200);
    const foreign = await user.get(`${other.crawlPath}/pages${search}`);
    expect([foreign.status, foreign.body.errors]).toEqual([422, { cursor: [expect.any(String)] }]);
  });

  it('have pages with the fields of reports', async () => {
    const user = await api().newUser();
    const { crawlPath, record } = await crawl(user);
    const rows = (await user.list(`${crawlPath}/pages?sort=asc`)).body.data;
    for (const row of rows) {
      const { data } = (await user.get(`${crawlPath}/pages/${row.id}`)).body;
      expect(data).toMatchObject({ ...row, crawl_id: record.id, website_id: record.website_id });
      const { checks, page } = data as Fields;
      if ((row as Fields).state === 'done') {
        expect(Object.keys(checks ?? {}).length).toBeGreaterThan(50);
        expect(checks).toMatchObject({ 'links-broken': { weight: 12 } });
        expect(page).toHaveProperty('transfer_bytes');
      } else {
        expect([checks, page]).toEqual([null, null]);
      }
    }
    for (const missing of ['8', '0', 'x', '999999999']) {
      expect((await user.get(`${crawlPath}/pages/${missing}`)).status).toBe(404);
    }
  });

  it('have issues', async () => {
    const user = await api().newUser();
    const { crawlPath } = await crawl(user);
    const issues = (await user.list(`${crawlPath}/issues?per_page=100`)).body
      .data as unknown as readonly Fields[];
    const order = issues.map(({ status }) => status);
    expect(order).toEqual(order.toSorted((a, b) => statusRank(a) - statusRank(b)));
    expect(new Set(order)).toEqual(new Set(['found', 'unknown', 'none']));
    const byId = Object.fromEntries(issues.map((issue) => [issue.id, issue])) as Readonly<
      Record<string, Fields>
    >;
    expect(byId['broken-links']).toMatchObject({
      object: 'issue',
      status: 'found',
      importance: 'high',
      reason: null,
      findings_count: 1,
      findings: [{ object: 'finding', pages: [urlOf('')], pages_count: 1, target: urlOf('gone') }],
    });
    expect(byId['duplicate-titles']).toMatchObject({
      findings: [{ pages: [urlOf('bread'), urlOf('cakes')], target: null }],
    });
    const findings = await user.list(`${crawlPath}/issues/duplicate-titles`);
    expect(findings.body).toMatchObject({
      data: byId['duplicate-titles']?.findings,
      links: { prev: null, next: null },
      meta: { total: 1, path: `${api().url}${crawlPath}/issues/duplicate-titles` },
    });
    const paged = await user.list(`${crawlPath}/issues?per_page=10&page=2`);
    expect(paged.body.data).toEqual(issues.slice(10, 20));
    expect(paged.body.links.prev).toBe(`${api().url}${crawlPath}/issues?per_page=10&page=1`);
    expect((await user.list(`${crawlPath}/issues?page=99`)).body.data).toEqual([]);
    expect((await user.get(`${crawlPath}/issues/no-such-issue`)).status).toBe(404);
    expect((await user.get(`${crawlPath}/issues/Not%20one`)).status).toBe(404);
    const file = await user.get(`${crawlPath}/issues`, csv);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="issues.csv"');
    const rows = file.text.trimEnd().split('\r\n').slice(1);
    const found = issues.flatMap((issue) => issue.findings as { pages: readonly string[] }[]);
    expect(rows).toHaveLength(found.flatMap(({ pages }) => pages).length);
    expect(rows[0]).toMatch(/^[a-z-]+,(?:page|site),seo,high,/);
  });

  it('have what checks found on single pages in the same list, and the pages of each check', async () => {
    const user = await api().newUser();
    const { crawlPath } = await crawl(user);
    const listed = async (query: string) =>
      (await user.list(`${crawlPath}/issues?per_page=100&${query}`)).body
        .data as unknown as readonly Fields[];
    const all = await listed('');
    const ofPages = await listed('scope=page');
    expect(ofPages.length).toBeGreaterThan(5);
    expect(ofPages).toEqual(all.filter(({ scope }) => scope === 'page'));
    const some = 'status=found&scope=site&category=seo&importance=high';
    const wanted = { status: 'found', scope: 'site', category: 'seo', importance: 'high' };
    expect(await listed(some)).toEqual(
      all.filter((issue) => Object.entries(wanted).every(([name, value]) => issue[name] === value)),
    );
    expect((await user.get(`${crawlPath}/issues?scope=x&importance=y`)).body.errors).toEqual({
      importance: [expect.stringContaining('high')],
      scope: [expect.stringContaining('site')],
    });
    for (const { id, pages_count: count, findings } of ofPages) {
      const { body } = await user.list(`${crawlPath}/pages?check=${id}&per_page=100`);
      expect([id, body.meta.total]).toEqual([id, count]);
      for (const row of body.data) expect((row as unknown as Fields).findings).toContain(id);
      expect(findings).not.toEqual([]);
    }
    const { worst, findings } = (
      await user.list(`${crawlPath}/pages?state=done&sort_by=score&sort=asc`)
    ).body.data[0] as unknown as { worst: string; findings: readonly string[] };
    const issue = all.find((other) => String(other.id) === findings[0]);
    expect(JSON.stringify(issue?.findings)).toContain(JSON.stringify(worst));
    expect((await user.list(`${crawlPath}/pages?check=none-has-this`)).body.data).toEqual([]);
    expect((await user.get(`${crawlPath}/pages?check=A%20b`)).body.errors).toEqual({
      check: ['must be an id such as title-length.'],
    });
  });

  it('are compared with each other', async () => {
    const user = await api().newUser();
    const from = await crawl(user, { exclude: ['/crawl/cakes'] });
    const to = await crawl(user);
    const reply = await user.get(`${to.crawlPath}/compare/${from.record.id}`);
    expect([reply.status, reply.body.data]).toMatchObject([
      200,
      {
        object: 'crawl_comparison',
        from: { id: from.record.id },
        to: { id: to.record.id },
        score: null,
        score_reason: expect.stringContaining('different options'),
        changed_pages: { total: 0, rows: [] },
        findings: {
          found: { total: expect.any(Number) },
          changed: { total: expect.any(Number) },
        },
      },
    ]);
    const same = await user.get(`${to.crawlPath}/compare/${to.record.id}`);
    const none = { total: 0, rows: [] };
    expect(same.body.data).toMatchObject({
      score: 0,
      score_reason: null,
      findings: { found: none, fixed: none, changed: none, remaining: expect.any(Number) },
    });
  });

  it('show the issues of the latest reports of a website', async () => {
    const user = await api().newUser();
    await user.json('POST', '/api/v1/reports', { url: urlOf('bread') });
    const created = await user.json('POST', '/api/v1/reports', { url: urlOf('cakes') });
    const issuesPath = `/api/v1/websites/${created.body.data.website_id}/issues`;
    const issues = (await user.list(issuesPath)).body.data as unknown as readonly Fields[];
    expect(issues[0]).toMatchObject({ status: 'found' });
    expect(issues).toContainEqual(
      expect.objectContaining({ id: 'duplicate-titles', status: 'found', findings_count: 1 }),
    );
    const findings = await user.list(`${issuesPath}/duplicate-titles`);
    expect(findings.body.data).toMatchObject([{ pages: [urlOf('bread'), urlOf('cakes')] }]);
    expect((await user.get(issuesPath, csv)).text).toMatch(/^issue,.*\r\nduplicate-titles,/);
    const other = await api().newUser();
    for (const rest of ['', '/duplicate-titles', '?page=0']) {
      expect((await other.get(issuesPath + rest)).status).toBe(404);
    }
    expect((await user.get(`${issuesPath}?page=0`)).body.errors).toHaveProperty('page');
  });

  it('end with the reason if the start page cannot be fetched', async () => {
    const user = await api().newUser();
    const reply = await user.json('POST', path, { url: `http://${api().site.closedAddress}/` });
    await vi.waitFor(async () => {
      expect((await user.get(`${path}/${reply.body.data.id}`)).body.data).toMatchObject({
        status: 'failed',
        end: 'start_failed',
        error: { code: 'page_unreachable', reason: expect.any(String) },
      });
    }, waitMs);
  });

  it('stop when they are canceled or deleted while they run', async () => {
    const user = await api().newUser();
    const crawlPath = await start(user, {}, '/crawl/?held');
    const isRunning = () =>
      vi.waitFor(async () => {
        expect((await user.get(crawlPath)).body.data).toMatchObject({
          status: 'running',
          progress: { running: 1 },
        });
      }, waitMs);
    await isRunning();
    const canceled = await user.send('POST', `${crawlPath}/cancel`);
    expect(canceled.body.data).toMatchObject({
      status: 'canceled',
      progress: { queued: 0, running: 0, skipped: { ended: expect.any(Number) } },
    });
    api().site.release();
    expect((await crawl(user)).record.status).toBe('done');
    expect((await user.get(crawlPath)).body.data).toEqual(canceled.body.data);
    expect((await user.delete(crawlPath)).status).toBe(200);
    expect((await user.get(`${crawlPath}/pages`)).status).toBe(404);
  });
});

function outcomeOf({ status, body }: Reply) {
  return [status, body.code];
}

function statusRank(status: unknown): number {
  return ['found', 'unknown', 'none'].indexOf(String(status));
}
