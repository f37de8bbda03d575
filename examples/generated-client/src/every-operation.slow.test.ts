import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { startHeldPage } from '../../../scripts/held-page.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { startExample } from '../../../scripts/start-example.ts';
import { allReports } from './all-reports.ts';
import { crawlWebsite } from './crawl-website.ts';
import { type Api, createApi, type Schemas } from './create-api.ts';
import { createReport } from './create-report.ts';
import { problemError } from './problem-error.ts';
import { updateWebsite } from './update-website.ts';

// The expectations about types are checked where this file is compiled, in compiles.slow.test.ts.

const examples = ['standalone-fastify', 'standalone-express'] as const;

describe.each(examples)('a generated client of %s', (example) => {
  let site: SampleSite;
  let folder: string;
  let server: ServerProcess;
  let url: string;
  let key: string;
  let api: Api;

  beforeAll(async () => {
    site = await startSampleSite();
    folder = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
    server = startExample(example, {
      DATABASE_FILE: join(folder, 'test.sqlite'),
      ALLOW_ADDRESSES: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: site.certificateFile,
    });
    url = `${await server.listening}/api/v1`;
    key = server.key() ?? 'no key was printed';
    api = createApi(url, key);
  });

  afterAll(async () => {
    server.kill('SIGKILL');
    await server.exited;
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function create(page: string): Promise<Schemas['Report']> {
    return reportOf(dataOf(await api.POST('/reports', { body: { url: page } })));
  }

  it('is generated from the same document as for any server', async () => {
    const served: { readonly servers: readonly { readonly url: string }[] } = JSON.parse(
      await (await fetch(`${url}/openapi.json`)).text(),
    );
    const committed = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
    );
    expect(served).toEqual({ ...committed, servers: served.servers });
    expect(new URL(served.servers[0]?.url ?? '', `${url}/openapi.json`).href).toBe(url);
  });

  it('creates a report from JSON and from a form, and returns it', async () => {
    const body = { url: `${site.url}/prices` };
    const made = await api.POST('/reports', { body });
    const { status } = dataOf(made);
    expectTypeOf(status).toEqualTypeOf<201 | 202>();
    const report = reportOf(dataOf(made));
    expect([made.response.status, status]).toEqual([201, 201]);
    expect(made.response.headers.get('location')).toBe(`${url}/reports/${report.id}`);

    const shown = await api.GET('/reports/{id}', { params: { path: { id: report.id } } });
    expectTypeOf(shown.data).toEqualTypeOf<Schemas['ReportItem'] | undefined>();
    expect(dataOf(shown)).toEqual({ data: report, status: 200 });

    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const again = reportOf(dataOf(await api.POST('/reports', { body, headers })));
    expect(again.id).toBeGreaterThan(report.id);
    expect([again.final_url, again.score]).toEqual([report.final_url, report.score]);
    expect(Object.keys(again.checks)).toEqual(Object.keys(report.checks));
  });

  it('creates one report per key, and reports other uses of the key', async () => {
    const held = await startHeldPage();
    const params = { header: { 'Idempotency-Key': 'key-1' } };
    const pending = api.POST('/reports', { params, body: { url: held.url } });
    await held.asked;
    const early = await api.POST('/reports', { params, body: { url: held.url } });
    expect([early.response.status, early.error?.code]).toEqual([409, 'conflict']);
    expect(Number(early.response.headers.get('retry-after'))).toBeGreaterThan(0);
    held.release();
    const made = dataOf(await pending);
    expect(dataOf(await api.POST('/reports', { params, body: { url: held.url } }))).toEqual(made);
    await held.close();

    const other = await api.POST('/reports', { params, body: { url: `${site.url}/prices` } });
    expect([other.response.status, other.error?.code]).toEqual([422, 'idempotency_mismatch']);
    if (other.error?.status !== 422) throw new Error(`It was ${other.error?.status}.`);
    expect(Object.keys(other.error.errors)).toEqual(['Idempotency-Key']);
  });

  it('creates reports in the background, and follows them', async () => {
    const body = { urls: [`${site.url}/prices`, `${site.url}/courses`] };
    const batch = dataOf(await api.POST('/jobs', { body })).data;
    expect(batch.jobs_count).toBe(2);
    const path = { id: batch.batch_id };
    await vi.waitFor(
      async () => {
        const { progress } = dataOf(await api.GET('/batches/{id}', { params: { path } })).data;
        expect(progress.done).toBe(2);
      },
      { timeout: 60_000 },
    );
    const query = { batch_id: batch.batch_id, status: 'done' } as const;
    const jobs = dataOf(await api.GET('/jobs', { params: { query } })).data;
    expect(jobs.map((job) => job.url)).toEqual(body.urls.toReversed());

    const header = { Prefer: 'respond-async' };
    const [url = ''] = body.urls;
    const accepted = dataOf(await api.POST('/reports', { params: { header }, body: { url } }));
    if (accepted.status !== 202) throw new Error(`It was ${accepted.status}.`);
    const one = { params: { path: { id: accepted.data.id } } };
    expect(dataOf(await api.GET('/jobs/{id}', one)).data.url).toBe(url);
    await api.POST('/jobs/{id}/cancel', one);
    expect(dataOf(await api.DELETE('/jobs/{id}', one)).deleted).toBe(true);
    const all = await api.POST('/batches/{id}/cancel', { params: { path } });
    expect(dataOf(all).data.progress.canceled).toBe(0);
  });

  it('crawls a website, and shows its pages and issues', async () => {
    const body = { url: `${site.url}/`, max_pages: 20, exclude: ['/search'] };
    const { crawl, issues } = await crawlWebsite(api, body, () => wait(100));
    expectTypeOf(crawl.end).toExtend<string | null>();
    expect(crawl).toMatchObject({ status: 'done', max_pages: 20, source: 'both' });
    expect(crawl.progress.done).toBeGreaterThan(1);
    expect(crawl.score).toBeLessThanOrEqual(crawl.mean_score ?? 0);
    const [issue] = issues;
    expectTypeOf(issue).toEqualTypeOf<Schemas['Issue'] | undefined>();
    expect([issue?.status, issue?.findings_count]).toEqual(['found', issue?.findings.length]);

    const path = { id: crawl.id };
    const query = { state: 'done', sort_by: 'depth', sort: 'asc' } as const;
    const [row] = dataOf(await api.GET('/crawls/{id}/pages', { params: { path, query } })).data;
    expectTypeOf(row).toEqualTypeOf<Schemas['CrawlPageSummary'] | undefined>();
    const one = { params: { path: { ...path, page: row?.id ?? 0 } } };
    const page = dataOf(await api.GET('/crawls/{id}/pages/{page}', one)).data;
    expect([page.url, page.score]).toEqual([row?.url, row?.score]);
    expect(Object.keys(page.checks ?? {}).length).toBeGreaterThan(50);

    const ofIssue = { params: { path: { ...path, issue: issue?.id ?? '' } } };
    const findings = dataOf(await api.GET('/crawls/{id}/issues/{issue}', ofIssue)).data;
    expect(findings).toEqual(issue?.findings);
    const pair = { params: { path: { ...path, other: crawl.id } } };
    const compared = dataOf(await api.GET('/crawls/{id}/compare/{other}', pair)).data;
    expect([compared.score, compared.findings?.found.total]).toEqual([0, 0]);

    const website = { params: { path: { id: crawl.website_id ?? 0 } } };
    const latest = dataOf(await api.GET('/websites/{id}/issues', website)).data;
    const first = { params: { path: { ...website.params.path, issue: latest[0]?.id ?? '' } } };
    expect(dataOf(await api.GET('/websites/{id}/issues/{issue}', first)).data).toEqual(
      latest[0]?.findings,
    );
    const canceled = dataOf(await api.POST('/crawls/{id}/cancel', { params: { path } })).data;
    expect(canceled.status).toBe('done');
    const { data } = dataOf(await api.GET('/crawls', { params: { query: { status: 'done' } } }));
    expect(data).toEqual([crawl]);
    expect(dataOf(await api.DELETE('/crawls/{id}', { params: { path } })).deleted).toBe(true);
    await expect(crawlWebsite(api, { url: '' })).rejects.toMatchObject({
      cause: { code: 'invalid_input' },
    });
  });

  it('creates a report once, although a response is lost and the server is busy', async () => {
    const interrupted = createApi(url, key);
    let asked = 0;
    interrupted.use({
      onRequest() {
        asked += 1;
        if (asked !== 2) return;
        const problem = { status: 503, code: 'overloaded', detail: 'Busy.' };
        return Response.json(problem, { status: 503, headers: { 'retry-after': '7' } });
      },
      onResponse() {
        if (asked === 1) throw new Error('The connection was cut.');
      },
    });
    const waited: number[] = [];
    const wait = async (seconds: number) => void waited.push(seconds);
    const report = await createReport(interrupted, `${site.url}/prices?once`, wait);
    expect([asked, waited]).toEqual([3, [1, 7]]);
    const query = { search: '?once' };
    const { data } = dataOf(await api.GET('/reports', { params: { query } }));
    expect(data.map(({ id }) => id)).toEqual([report.id]);
    const headers = { accept: 'text/csv' };
    const csv = await api.GET('/reports', { params: { query }, headers, parseAs: 'text' });
    expect(csv.data?.split('\r\n')[1]).toContain(`${report.id},${report.url},`);
  });

  it('gives up if the report cannot be created or the server is unreachable', async () => {
    const waited: number[] = [];
    const wait = async (seconds: number) => void waited.push(seconds);
    await expect(createReport(api, 'ftp://example.com/', wait)).rejects.toMatchObject({
      cause: { code: 'url_not_allowed' },
    });
    expect(waited).toEqual([]);
    const unreachable = createApi('http://127.0.0.1:1/api/v1', key);
    await expect(createReport(unreachable, site.url, wait)).rejects.toThrow('fetch failed');
    expect(waited).toEqual([1, 1, 1]);
  });

  it('types every part of a report', async () => {
    const report = await create(`${site.url}/guides/puncture`);
    expectTypeOf(report.object).toEqualTypeOf<'report'>();
    expectTypeOf(report.result).toEqualTypeOf<'good' | 'decent' | 'bad'>();
    expectTypeOf(report.title).toEqualTypeOf<string | null>();
    expectTypeOf(report.share_url).toEqualTypeOf<string | null>();
    expect([report.object, report.result, report.http_status]).toEqual(['report', 'good', 200]);
    expect(report.url).toBe(`${site.url}/guides/puncture`);
    expect(report.final_url).toBe(`${site.httpsUrl}/guides/puncture`);
    expect(report.domain).toBe(new URL(site.httpsUrl).host);
    expect(report.title?.length).toBeGreaterThan(10);
    expect(Date.parse(report.created_at)).toBeLessThanOrEqual(Date.now());
    expect(report.coverage > 0.8).toBe(!report.partial);
    expect(report.ruleset_version).toMatch(/^\d+$/);
    expect(report.share_url).toMatch(/^http:.+\/sitegrade\/share\/reports\/[0-9a-f]{32}$/);

    const { seo, accessibility, performance, security, miscellaneous } = report.categories;
    expectTypeOf(seo.score).toEqualTypeOf<number | null>();
    for (const { score, passed, warned, failed } of [
      seo,
      accessibility,
      performance,
      security,
      miscellaneous,
    ]) {
      expect(score ?? 0).toBeGreaterThan(0);
      expect(passed).toBeGreaterThan(warned + failed);
    }

    const { language, charset, counts, redirects, notes, ...page } = report.page;
    expect([language, charset, notes]).toEqual(['en', 'utf-8', []]);
    expect(counts.words).toBeGreaterThan(counts.headings);
    expect(page.html_bytes).toBeGreaterThan(page.transfer_bytes);
    expect(page.fetch_ms).toBeGreaterThanOrEqual(page.time_to_first_byte_ms);
    expect(page.content_type).toMatch(/^text\/html/);
    expect(redirects.map(({ status, location }) => [status, location])).toEqual([
      [301, report.final_url],
    ]);
  });

  it('types results and evidence of checks', async () => {
    const report = await create(`${site.url}/guestbook`);
    expect(report.score).toBeLessThanOrEqual(Math.min(...report.gates.map(({ cap }) => cap)));
    expect(report.gates.map(({ check, reason }) => [check, reason.length > 0])).toEqual([
      ['title', true],
      ['viewport', true],
      ['https', true],
    ]);
    expectTypeOf(report.checks).toEqualTypeOf<Record<string, Schemas['CheckResult']>>();

    const first = report.checks[report.fix_first[0] ?? ''];
    expectTypeOf(first).toEqualTypeOf<Schemas['CheckResult'] | undefined>();
    expect(first?.status).toBe('fail');
    expect(first?.points).toBeLessThan(1);
    expect(first?.weight).toBeGreaterThan(0);
    expect(first?.advice).toMatch(/\.$/);
    expect(first?.source).toMatch(/^https:/);

    const checks = Object.values(report.checks);
    const ended = (status: Schemas['CheckResult']['status']) =>
      checks.filter((check) => check.status === status && check.importance !== 'info');
    expect(ended('pass').length).toBeGreaterThan(ended('error').length);
    const quotes = checks.flatMap(({ evidence }) => evidence.filter(({ kind }) => kind === 'html'));
    expectTypeOf(quotes).toEqualTypeOf<Schemas['Evidence'][]>();
    expect(quotes.length).toBeGreaterThan(0);
    expect(quotes.every(({ text, line = 0 }) => text.startsWith('<') && line > 0)).toBe(true);
  });

  it('types errors', async () => {
    const empty = await api.POST('/reports', { body: { url: '' } });
    expect(empty.response.status).toBe(422);
    if (empty.error?.code !== 'invalid_input') throw new Error(`It was ${empty.error?.code}.`);
    // An invalid request always has errors by field.
    expectTypeOf(empty.error.errors).toEqualTypeOf<Record<string, string[]>>();
    expect(empty.error.errors).toEqual({ url: ['must not be empty.'] });

    const refused = await api.POST('/reports', { body: { url: 'ftp://example.com/' } });
    expect([refused.error?.code, refused.error?.reason]).toEqual(['url_not_allowed', 'url_scheme']);
    expect(refused.error?.message).toBe(refused.error?.detail);

    const refusedConnection = await api.POST('/reports', { body: { url: 'http://127.0.0.1:1/' } });
    expect(refusedConnection.error?.code).toBe('page_unreachable');

    const list = await api.GET('/reports', { params: { query: { cursor: 'made up' } } });
    expect([list.error?.code, list.error?.message]).toEqual([
      'invalid_input',
      expect.stringMatching(/^cursor /),
    ]);

    const unauthorized = await createApi(url, 'sitegrade_x').GET('/reports');
    expect([unauthorized.response.status, unauthorized.error?.code]).toEqual([401, 'unauthorized']);
    expect(unauthorized.response.headers.get('www-authenticate')).toContain('invalid_token');

    const missing = await api.GET('/reports/{id}', { params: { path: { id: 4_711 } } });
    expectTypeOf(missing.error?.code).toEqualTypeOf<
      | 'unauthorized'
      | 'malformed_request'
      | 'not_found'
      | 'not_acceptable'
      | 'rate_limited'
      | 'internal'
      | 'overloaded'
      | undefined
    >();
    expectTypeOf(missing.error).toExtend<Schemas['Problem'] | undefined>();
    expect([missing.response.status, missing.error?.code]).toEqual([404, 'not_found']);
    expect(missing.error?.type).toBe('about:blank');
  });

  it('lists reports with every parameter', async () => {
    const bad = await create(`${site.url}/courses?list`);
    await create(`${site.url}/guides/puncture?list`);
    const query = {
      search: '?list',
      search_by: 'url',
      sort: 'asc',
      sort_by: 'score',
      per_page: 10,
      page: 1,
      website_id: bad.website_id,
      result: 'bad',
      url: bad.url,
      created_from: '2026-01-01',
      created_to: new Date().toISOString(),
    } as const;
    const { data, links, meta, status } = dataOf(await api.GET('/reports', { params: { query } }));
    expect([data.map(({ id }) => id), links.next, status]).toEqual([[bad.id], null, 200]);
    expectTypeOf(data).toEqualTypeOf<Schemas['ReportSummary'][]>();
    expectTypeOf(meta.per_page).toEqualTypeOf<10 | 25 | 50 | 100>();
    expectTypeOf(meta.total_relation).toEqualTypeOf<'eq' | 'gte'>();
    expect(meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 1,
      path: `${url}/reports`,
      per_page: 10,
      to: 1,
      total: 1,
      total_relation: 'eq',
    });
    const past = dataOf(await api.GET('/reports', { params: { query: { ...query, page: 2 } } }));
    expect([past.data, past.meta.from]).toEqual([[], null]);
  });

  it('iterates over all pages of a list', async () => {
    const made: number[] = [];
    for (let number = 1; number <= 21; number += 1) {
      made.push((await create(`${site.url}/prices?walk=${number}`)).id);
    }
    const idsOf = async (sort: 'asc' | 'desc') => {
      const ids: number[] = [];
      for await (const { id } of allReports(api, { search: '?walk=', per_page: 10, sort })) {
        ids.push(id);
      }
      return ids;
    };
    expect(await idsOf('asc')).toEqual(made);
    expect(await idsOf('desc')).toEqual(made.toReversed());
    await expect(allReports(api, { cursor: 'made up' }).next()).rejects.toMatchObject({
      message: expect.stringMatching(/^cursor /),
      cause: { code: 'invalid_input' },
    });
  });

  it('sends an ETag and gets a 304', async () => {
    const { id } = await create(`${site.url}/prices`);
    const path = { id };
    const first = await api.GET('/reports/{id}', { params: { path } });
    const etag = first.response.headers.get('etag') ?? '';
    const header = { 'If-None-Match': etag };
    const second = await api.GET('/reports/{id}', { params: { path, header } });
    expect([second.response.status, second.data]).toEqual([304, undefined]);
    expect(second.response.headers.get('etag')).toBe(etag);
    const other = await api.GET('/reports/{id}', {
      params: { path, header: { 'If-None-Match': '"other"' } },
    });
    expect(dataOf(other)).toEqual(dataOf(first));
  });

  it('lists, shows and changes a website', async () => {
    const { website_id: id, domain } = await create(`${site.url}/prices`);
    const path = { id };
    const query = {
      search: domain,
      search_by: 'domain',
      sort: 'desc',
      sort_by: 'reports_avg_score',
      per_page: 100,
      page: 1,
    } as const;
    const { data } = dataOf(await api.GET('/websites', { params: { query } }));
    expectTypeOf(data).toEqualTypeOf<Schemas['Website'][]>();
    const shown = await api.GET('/websites/{id}', { params: { path } });
    const website = dataOf(shown).data;
    expect(data).toEqual([website]);
    expectTypeOf(website.privacy).toEqualTypeOf<0 | 1 | 2>();
    expectTypeOf(website.reports_avg_score).toEqualTypeOf<number | null>();
    expectTypeOf(website.latest_report).toEqualTypeOf<Schemas['LatestReport'] | null>();
    expect([website.object, website.domain, website.privacy]).toEqual(['website', domain, 1]);
    expect(website.latest_report?.result).toBe('bad');

    const stale = { 'If-Match': shown.response.headers.get('etag') ?? '' };
    const password = 'correct horse battery staple';
    const locked = dataOf(
      await api.PUT('/websites/{id}', {
        params: { path, header: stale },
        body: { privacy: 2, password },
      }),
    ).data;
    expectTypeOf(locked.password).toEqualTypeOf<boolean>();
    expect([locked.privacy, locked.password]).toEqual([2, true]);

    const late = await api.PATCH('/websites/{id}', {
      params: { path, header: stale },
      body: { privacy: 0 },
    });
    expect([late.response.status, late.error?.code]).toEqual([412, 'precondition_failed']);

    const open = dataOf(
      await api.PATCH('/websites/{id}', { params: { path }, body: { privacy: 0 } }),
    );
    expect([open.data.privacy, open.data.password]).toEqual([0, false]);
    const trap = await api.PATCH('/websites/{id}', { params: { path }, body: { privacy: 2 } });
    expect([trap.response.status, Object.keys(trap.error?.errors ?? {})]).toEqual([
      422,
      ['password'],
    ]);
  });

  it('sets, shows and deletes the schedule of a website', async () => {
    const { website_id: id } = await create(`${site.url}/prices`);
    const params = { path: { id } };
    const time = { every: 'week', weekday: 'monday', at: '06:00', time_zone: 'UTC' } as const;
    const body = { ...time, task: 'crawl', max_pages: 500 } as const;
    const set = await api.PUT('/websites/{id}/schedule', { params, body });
    expect(set.response.status).toBe(201);
    const schedule = dataOf(set).data;
    expectTypeOf(schedule).toEqualTypeOf<Schemas['Schedule']>();
    expect(schedule).toMatchObject(body);
    const shown = dataOf(await api.GET('/websites/{id}/schedule', { params })).data;
    expect(shown).toEqual(schedule);
    const website = dataOf(await api.GET('/websites/{id}', { params })).data;
    expectTypeOf(website.next_run_at).toEqualTypeOf<string | null>();
    expect(website.next_run_at).toBe(schedule.next_run_at);
    const wrong = { ...body, time_zone: 'Mars/Phobos' };
    const refused = await api.PUT('/websites/{id}/schedule', { params, body: wrong });
    expect(Object.keys(refused.error?.errors ?? {})).toEqual(['time_zone']);
    expect((await api.DELETE('/websites/{id}/schedule', { params })).response.status).toBe(204);
    const missing = await api.GET('/websites/{id}/schedule', { params });
    expect([missing.response.status, missing.error?.code]).toEqual([404, 'not_found']);
  });

  it('accepts a finding of a website, which costs no points in another score', async () => {
    const { id, website_id } = await create(`${site.url}/prices?accepted`);
    const params = { path: { id: website_id } };
    const reportParams = { params: { path: { id } } };
    const before = dataOf(await api.GET('/reports/{id}', reportParams)).data;
    expectTypeOf(before.accepted).toEqualTypeOf<Schemas['AcceptedFinding'][]>();
    const [check = '', fingerprints = []] = Object.entries(before.fingerprints)[0] ?? [];
    expect(fingerprints[0]).toMatch(/^[\da-f]{16}$/);
    const body = { check, path: '/prices', reason: 'Known.' };
    const created = await api.POST('/websites/{id}/accepted', { params, body });
    expect(created.response.status).toBe(201);
    const accepted = dataOf(created).data;
    expect(accepted).toMatchObject({ ...body, fingerprint: null, expires: null });
    const again = await api.POST('/websites/{id}/accepted', { params, body });
    expect([again.response.status, dataOf(again).data.id]).toEqual([200, accepted.id]);
    const report = dataOf(await api.GET('/reports/{id}', reportParams)).data;
    expect(report.accepted_checks).toEqual([check]);
    expect(report.score_accepted).toBeGreaterThanOrEqual(report.score);
    const list = dataOf(await api.GET('/websites/{id}/accepted', { params })).data;
    expect(list.map((one) => one.id)).toEqual([accepted.id]);
    const one = { params: { path: { id: website_id, accepted: accepted.id } } };
    const shown = dataOf(await api.GET('/websites/{id}/accepted/{accepted}', one)).data;
    expect(shown.reason).toBe('Known.');
    const deleted = dataOf(await api.DELETE('/websites/{id}/accepted/{accepted}', one));
    expect([deleted.id, deleted.object]).toEqual([accepted.id, 'accepted_finding']);
    const missing = await api.GET('/websites/{id}/accepted/{accepted}', one);
    expect([missing.response.status, missing.error?.code]).toEqual([404, 'not_found']);
  });

  it('knows the recipients of a website, which a server without mail cannot add', async () => {
    const { website_id } = await create(`${site.url}/prices?recipients`);
    const params = { path: { id: website_id } };
    const list = dataOf(await api.GET('/websites/{id}/recipients', { params })).data;
    expectTypeOf(list).toEqualTypeOf<Schemas['Recipient'][]>();
    expect(list).toEqual([]);
    const body = { address: 'ann@example.com', events: ['findings.new'], digest: true } as const;
    const refused = await api.POST('/websites/{id}/recipients', {
      params,
      body: { ...body, events: [...body.events] },
    });
    expect([refused.response.status, refused.error?.code]).toEqual([409, 'conflict']);
    const one = { params: { path: { id: website_id, recipient: 1 } } };
    const path = '/websites/{id}/recipients/{recipient}' as const;
    const missing = [
      await api.GET(path, one),
      await api.PATCH(path, { ...one, body: { digest: true } }),
      await api.DELETE(path, one),
      await api.POST(`${path}/confirmation`, one),
    ];
    expect(missing.map(({ response }) => response.status)).toEqual([404, 404, 404, 404]);
  });

  it('creates, changes, tests and deletes a webhook', async () => {
    const url = 'https://hooks.invalid/sitegrade';
    const created = dataOf(
      await api.POST('/webhooks', { body: { url, events: ['findings.new'] } }),
    ).data;
    expectTypeOf(created).toEqualTypeOf<Schemas['WebhookWithSecret']>();
    const { secret, ...webhook } = created;
    expect(secret).toMatch(/^whsec_/);
    const params = { path: { id: webhook.id } };
    expect(dataOf(await api.GET('/webhooks')).data).toContainEqual(webhook);
    expect(dataOf(await api.GET('/webhooks/{id}', { params })).data).toEqual(webhook);
    const body = { min_importance: 'high' } as const;
    expect(dataOf(await api.PATCH('/webhooks/{id}', { params, body })).data).toMatchObject(body);
    const rotated = dataOf(await api.POST('/webhooks/{id}/rotate', { params })).data;
    expect(rotated.secret).not.toBe(secret);

    const tested = await api.POST('/webhooks/{id}/test', { params });
    expect(tested.response.status).toBe(202);
    const delivery = dataOf(tested).data;
    expectTypeOf(delivery).toEqualTypeOf<Schemas['Delivery']>();
    const one = { params: { path: { id: webhook.id, delivery: delivery.id } } };
    const list = dataOf(await api.GET('/webhooks/{id}/deliveries', { params })).data;
    expect(list.map(({ id }) => id)).toEqual([delivery.id]);
    const shown = dataOf(await api.GET('/webhooks/{id}/deliveries/{delivery}', one)).data;
    expect(shown.message_id).toBe(delivery.message_id);
    const again = await api.POST('/webhooks/{id}/deliveries/{delivery}/replay', one);
    expect(again.response.status).toBe(202);
    expect(dataOf(await api.DELETE('/webhooks/{id}', { params })).deleted).toBe(true);
  });

  it('compares reports, shows the history of a website, and lists the checks', async () => {
    const first = await create(`${site.url}/prices?compare`);
    const last = await create(`${site.url}/prices?compare`);
    expectTypeOf(last.previous).toEqualTypeOf<Schemas['PreviousReport'] | null>();
    expectTypeOf(last.changes).toEqualTypeOf<Schemas['ReportChanges'] | null>();
    expect([last.previous?.id, last.changes?.fixed]).toEqual([first.id, []]);

    const path = { id: last.id, other: first.id };
    const compared = await api.GET('/reports/{id}/compare/{other}', { params: { path } });
    const { from, to, score, same_ruleset } = dataOf(compared).data;
    expectTypeOf(from).toEqualTypeOf<Schemas['ComparedReport']>();
    expect([from.id, to.id, score, same_ruleset]).toEqual([first.id, last.id, 0, true]);

    const website = { id: last.website_id };
    const params = { path: website, query: { interval: 'month' } } as const;
    const history = dataOf(await api.GET('/websites/{id}/history', { params })).data;
    expectTypeOf(history.points).toEqualTypeOf<Schemas['HistoryPoint'][]>();
    const shown = await api.GET('/websites/{id}', { params: { path: website } });
    const { score: current, score_source: source } = dataOf(shown).data;
    expectTypeOf(source).toEqualTypeOf<Schemas['ScoreSource'] | null>();
    expect([history.interval, history.source]).toEqual(['month', source?.kind]);
    expect(history.points.at(-1)?.score).toBe(current);

    const { checks, ruleset_version } = dataOf(await api.GET('/checks')).data;
    expectTypeOf(checks).toEqualTypeOf<Schemas['Check'][]>();
    expect(ruleset_version).toBe(last.ruleset_version);
    expect(checks.map(({ id }) => id)).toEqual(Object.keys(last.checks));
  });

  it('updates a website, also if others change it at the same time', async () => {
    const { website_id: id } = await create(`${site.httpsUrl}/guides/chain`);
    const seen: number[] = [];
    const changed = await updateWebsite(api, id, ({ privacy }) => {
      seen.push(privacy);
      return privacy === 0 ? { privacy: 1 } : { privacy: 0 };
    });
    expect([seen, changed.privacy]).toEqual([[1], 0]);

    // Between reading and writing, another client writes.
    const interfered = createApi(url, key);
    let remaining = 1;
    interfered.use({
      async onRequest({ request }) {
        if (request.method !== 'PATCH' || remaining-- <= 0) return;
        await api.PATCH('/websites/{id}', { params: { path: { id } }, body: { privacy: 1 } });
      },
    });
    seen.length = 0;
    await updateWebsite(interfered, id, ({ privacy }) => {
      seen.push(privacy);
      return privacy === 0 ? { privacy: 2, password: 'correct horse' } : undefined;
    });
    expect(seen).toEqual([0, 1]);
    await expect(updateWebsite(api, 4_711, () => undefined)).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
  });

  it('deletes a report and a website', async () => {
    const kept = await create(`${site.url}/prices`);
    const report = await create(`${site.url}/courses`);
    const path = { id: report.id };
    expect(dataOf(await api.DELETE('/reports/{id}', { params: { path } }))).toEqual({
      id: report.id,
      object: 'report',
      deleted: true,
      status: 200,
    });
    for (const { error } of [
      await api.GET('/reports/{id}', { params: { path } }),
      await api.DELETE('/reports/{id}', { params: { path } }),
    ]) {
      expect(error?.code).toBe('not_found');
    }

    const website = { path: { id: report.website_id } };
    const late = await api.DELETE('/websites/{id}', {
      params: { ...website, header: { 'If-Match': '"seen-before"' } },
    });
    expect(late.error?.code).toBe('precondition_failed');
    const gone = dataOf(await api.DELETE('/websites/{id}', { params: website }));
    expectTypeOf(gone.object).toEqualTypeOf<'website'>();
    expectTypeOf(gone.deleted).toEqualTypeOf<true>();
    expect([gone.id, gone.object, gone.deleted]).toEqual([report.website_id, 'website', true]);
    for (const { error } of [
      await api.GET('/websites/{id}', { params: website }),
      await api.PATCH('/websites/{id}', { params: website, body: { privacy: 0 } }),
      await api.GET('/reports/{id}', { params: { path: { id: kept.id } } }),
    ]) {
      expect(error?.code).toBe('not_found');
    }
  });

  it('is a program that prints what to fix first', async () => {
    const page = `${site.url}/prices?program`;
    const run = (environment: { readonly SITEGRADE_KEY?: string } = {}) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/main.ts', page], {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, SITEGRADE_URL: url, SITEGRADE_KEY: key, ...environment },
      });
    const before = await create(page);
    const { stdout } = await run();
    expect(stdout).toMatch(/^http:.*\/prices\?program: \d\d, bad\n(?:- .*\.\n)+[^\n]+\n$/);
    expect(stdout.split('\n').at(-2)).toBe(`${before.created_at}: ${before.score}, bad`);
    await expect(run({ SITEGRADE_KEY: 'lost' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Send a valid API key.*\.\n$/),
    });
  });
});

/** The data of a successful response; throws the error of another. */
function dataOf<Data>({
  data,
  error,
}: {
  readonly data?: Data;
  readonly error?: Schemas['Problem'];
}): Data {
  if (error) throw problemError(error);
  if (data === undefined) throw new Error('The response has no body.');
  return data;
}

/** The report of a response to `POST /reports`: without `Prefer`, it is never a job. */
function reportOf(created: Schemas['ReportCreated'] | Schemas['JobAccepted']): Schemas['Report'] {
  if (created.status === 201) return created.data;
  throw new Error(`The response was a ${created.status}.`);
}
