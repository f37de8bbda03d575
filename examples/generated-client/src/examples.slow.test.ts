import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
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

  it('knows a response by its status, and what each part may be', async () => {
    const made = await api.POST('/reports', { body: { url: `${site.url}/prices` } });
    expectTypeOf(dataOf(made).status).toEqualTypeOf<201 | 202>();
    const report = reportOf(dataOf(made));
    expectTypeOf(report.object).toEqualTypeOf<'report'>();
    expectTypeOf(report.result).toEqualTypeOf<'good' | 'decent' | 'bad'>();
    expectTypeOf(report.title).toEqualTypeOf<string | null>();
    expectTypeOf(report.categories.seo.score).toEqualTypeOf<number | null>();
    expectTypeOf(report.checks).toEqualTypeOf<Record<string, Schemas['CheckResult']>>();
    expectTypeOf(report.previous).toEqualTypeOf<Schemas['PreviousReport'] | null>();
    const params = { path: { id: report.id } };
    const shown = await api.GET('/reports/{id}', { params });
    expectTypeOf(shown.data).toEqualTypeOf<Schemas['ReportItem'] | undefined>();
    expect(dataOf(shown)).toEqual({ data: report, status: 200 });

    const header = { 'If-None-Match': shown.response.headers.get('etag') ?? '' };
    const known = await api.GET('/reports/{id}', { params: { ...params, header } });
    expect([known.response.status, known.data]).toEqual([304, undefined]);

    const list = dataOf(await api.GET('/reports', { params: { query: { per_page: 10 } } }));
    expectTypeOf(list.data).toEqualTypeOf<Schemas['ReportSummary'][]>();
    expectTypeOf(list.meta.per_page).toEqualTypeOf<10 | 25 | 50 | 100>();
    expectTypeOf(list.meta.total_relation).toEqualTypeOf<'eq' | 'gte'>();

    const website = { params: { path: { id: report.website_id } } };
    const { data } = dataOf(await api.GET('/websites/{id}', website));
    expectTypeOf(data.privacy).toEqualTypeOf<0 | 1 | 2>();
    expectTypeOf(data.reports_avg_score).toEqualTypeOf<number | null>();
    expectTypeOf(data.latest_report).toEqualTypeOf<Schemas['LatestReport'] | null>();

    const webhook = await api.POST('/webhooks', { body: { url: 'https://hooks.invalid/' } });
    expectTypeOf(webhook.data?.data).toEqualTypeOf<Schemas['WebhookWithSecret'] | undefined>();
    expect(webhook.response.status).toBe(201);
  });

  it('knows an error by its code', async () => {
    const empty = await api.POST('/reports', { body: { url: '' } });
    if (empty.error?.code !== 'invalid_input') throw new Error(`It was ${empty.error?.code}.`);
    // An invalid request always has errors by field.
    expectTypeOf(empty.error.errors).toEqualTypeOf<Record<string, string[]>>();
    expect(empty.error.errors).toEqual({ url: ['must not be empty.'] });

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

  it('crawls a website, and reads its issues', async () => {
    const body = { url: `${site.url}/`, max_pages: 20, exclude: ['/search'] };
    const { crawl, issues } = await crawlWebsite(api, body, () => wait(100));
    expect(crawl).toMatchObject({ status: 'done', max_pages: 20, source: 'both' });
    expect(crawl.progress.done).toBeGreaterThan(1);
    const [issue] = issues;
    expect([issue?.status, issue?.findings_count]).toEqual(['found', issue?.findings.length]);
    await expect(crawlWebsite(api, { url: '' })).rejects.toMatchObject({
      cause: { code: 'invalid_input' },
    });
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
