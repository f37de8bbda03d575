import {
  type Browser,
  expectSafePage,
  inputValue,
  openBrowser,
  type PageReply,
  postActions,
  textareaValue,
} from '@sitegrade/adapter-suite/browser';
import { type TestApi, type TestUser, useApi } from '@sitegrade/adapter-suite/in-process';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Context, createJob, createJobs, deleteJob, getJob, listJobs } from '../../index.ts';

const root = '/sitegrade';
const jobs = `${root}/jobs`;
/** Far above the duration of a job. */
const waitMs = { timeout: 20_000 };

// The pages of jobs and batches in the console.

describe('pages of jobs without a worker', () => {
  const clock = { aheadMs: 0 };
  const api = useApi(() => ({
    pages: true,
    quotas: { queuedJobs: 1_050 },
    now: () => new Date(Date.now() + clock.aheadMs),
  }));
  const signIn = () => signInTo(api());
  const urlsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://example.com/${index};`);

  it('create a batch from lines and lead to it', async () => {
    const { user, browser } = await signIn();
    const urls =
      '\ufeff\r\n https://example.com/a?b=c&d#e \r\n\u200b\r\nexample.com/b\u00a0\nexample.com/c';
    const made = await browser.post(jobs, { urls });
    const { rows } = await listJobs(api().context, user.ownerId, { sort: 'asc' });
    const batch = `${root}/batches/${rows[0]?.id}`;
    expect([made.status, made.location]).toEqual([303, batch]);
    expect(rows.map(({ url, batchId }) => [url, batchId])).toEqual([
      ['https://example.com/a?b=c&d', rows[0]?.id],
      ['example.com/b', rows[0]?.id],
      ['example.com/c', rows[0]?.id],
    ]);
    const shown = await browser.get(batch);
    expect(shown.status).toBe(200);
    expectSafePage(shown);
    expect(shown.text).toContain('0 of 3 finished');
    expect(shown.text).toMatch(/<progress[^>]* value="0" max="3"/);
    expect(linksOf(shown, '/jobs/')).toEqual(rows.map(({ id }) => `${jobs}/${id}`));
    expect(shown.text).toContain(`href="${batch}/cancel"`);
    expect(shown.text).toContain('<div id="live" data-live');
    expect(shown.text).toContain(`<a href="${batch}">Refresh</a>`);
    expectSafePage(await browser.get(jobs));
  });

  it.each([
    ['', 'URLs of the pages must not be empty.'],
    [' \n\n\t', 'URLs of the pages must not be empty.'],
    [`${urlsOf(1_001).join('\n')}\n`, 'URLs of the pages must be at most 1000 URLs.'],
    [
      '\n\nhttps://ok.test/\nftp://a.test/"<b>&amp;\u202e\nhttp://\n',
      'Line 4 (<bdi>ftp://a.test/"&lt;b>&amp;amp;&lt;U+202E></bdi>): Only URLs with http://',
      'Line 5 (<bdi>http://</bdi>): ',
    ],
    [
      `https://ok.test/\n${'x'.repeat(2_049)}`,
      `Line 2 (<bdi>${'x'.repeat(100)}…</bdi>): The URL is longer than 2,048 characters.`,
    ],
    [`x\n${'ftp://a.test/\n'.repeat(13)}`, 'Line 2 (', 'Line 11 (', '3 more lines have errors.'],
  ])('show what is wrong with the lines %#, and keep them', async (urls, ...messages) => {
    const { user, browser } = await signIn();
    const reply = await browser.post(jobs, { urls });
    expect(reply.status).toBe(422);
    expectSafePage(reply);
    for (const message of messages) {
      expect(reply.text.replaceAll('&quot;', '"')).toContain(message);
    }
    expect(reply.text).not.toContain('Line 12 (');
    expect(reply.text).toMatch(/<textarea[^>]+aria-invalid="true"/);
    expect(textareaValue(reply.text, 'urls')).toBe(urls);
    expect((await listJobs(api().context, user.ownerId)).total).toBe(0);
  });

  it('accept 1,000 long URLs, and no more than the quota', async () => {
    const { user, browser } = await signIn();
    const urls = urlsOf(1_000).map((url) => url.padEnd(2_048, 'x'));
    expect((await browser.post(jobs, { urls: urls.join('\r\n') })).status).toBe(303);
    const refused = await browser.post(jobs, { urls: urlsOf(51).join('\n') });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('The quota of queued jobs is 1050');
    expect(textareaValue(refused.text, 'urls')).toBe(urlsOf(51).join('\n'));
    expect((await browser.post(jobs, { urls: urlsOf(50).join('\n') })).status).toBe(303);
    expect((await listJobs(api().context, user.ownerId)).total).toBe(1_050);
    const huge = await browser.post(jobs, { urls: 'x'.repeat(4 * 1024 * 1024) });
    expect(huge.status).toBe(413);
    expectSafePage(huge);
  });

  it('list jobs by batch, status and search, in pages', async () => {
    const { user, browser } = await signIn();
    const { context } = api();
    expect((await browser.get(jobs)).text).toContain('No jobs yet.');
    const other = await createJobs(context, user.ownerId, { urls: ['https://other.example/'] });
    const batch = await createJobs(context, user.ownerId, { urls: urlsOf(27) });
    const [first, second] = batch.jobs;
    await browser.post(`${jobs}/${second?.id}/cancel`, {});

    const all = await browser.get(jobs);
    expect(all.text).toContain('28 jobs');
    expect(all.text).toContain('/26;');
    expect(all.text).not.toContain('other.example');
    expect(all.text).toContain(`href="${root}/batches/${batch.batchId}"`);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(all.text) ?? [];
    expect((await browser.get(next)).text).toContain('other.example');
    expect((await browser.get(`${jobs}?page=99`)).text).toContain('First page');

    const ofOther = await browser.get(`${jobs}?batch=${other.batchId}`);
    expect(ofOther.text).toContain(`Jobs of batch ${other.batchId}`);
    expect(ofOther.text).toContain('1 job<');
    expect(inputValue(ofOther.text, 'batch')).toBe(`${other.batchId}`);
    for (const list of [jobs, `${root}/batches/${batch.batchId}`]) {
      const canceled = await browser.get(`${list}?status=canceled`);
      expect(linksOf(canceled, '/jobs/')).toEqual([`${jobs}/${second?.id}`]);
      const found = await browser.get(`${list}?search=COM%2F0;&status=queued`);
      expect(linksOf(found, '/jobs/')).toEqual([`${jobs}/${first?.id}`]);
      expect(inputValue(found.text, 'status')).toBe('queued');
      const none = await browser.get(`${list}?search=none`);
      expect(none.text).toContain('Nothing matches this search.');
      const long = await browser.get(`${list}?search=${'x'.repeat(2_049)}`);
      expect(long.status).toBe(422);
      expect(long.text).toContain('Search by URL must be at most 2048 characters.');
    }
    const counts = await browser.get(`${root}/batches/${batch.batchId}`);
    expect(counts.text.replaceAll('&amp;', '&')).toMatch(
      />All 27<.*>Queued 26<.*>Running 0<.*>Done 0<.*>Failed 0<.*>Canceled 1</,
    );
    expect((await browser.get(`${jobs}?status=waiting&batch=x`)).text).toContain('28 jobs');
  });

  it('say that a worker has to run when no job starts, but not at once', async () => {
    const { user, browser } = await signIn();
    const { batchId } = await createJobs(api().context, user.ownerId, { urls: urlsOf(2) });
    const batch = `${root}/batches/${batchId}`;
    const sentence = 'No job of this batch has started yet.';
    expect((await browser.get(batch)).text).not.toContain(sentence);
    try {
      clock.aheadMs = 20_000;
      expect((await browser.get(batch)).text).toContain(sentence);
      await claimOf(api().context, user.ownerId);
      expect((await browser.get(batch)).text).not.toContain(sentence);
      await browser.post(`${batch}/cancel`, {});
      expect((await browser.get(batch)).text).not.toContain(sentence);
    } finally {
      clock.aheadMs = 0;
    }
  });

  it('cancel a batch after asking', async () => {
    const { user, browser } = await signIn();
    const { context } = api();
    const { batchId } = await createJobs(context, user.ownerId, { urls: urlsOf(3) });
    const batch = `${root}/batches/${batchId}`;
    await deleteJob(context, user.ownerId, batchId);
    const asked = await browser.get(`${batch}/cancel`);
    expectSafePage(asked);
    expect(asked.text).toContain('2 jobs that have not ended are canceled.');
    expect(postActions(asked.text)).toContain(`${batch}/cancel`);
    expect((await listJobs(context, user.ownerId, { status: 'queued' })).total).toBe(2);
    const canceled = await browser.post(`${batch}/cancel`, {});
    expect([canceled.status, canceled.location]).toEqual([303, `${batch}?done=batch_canceled`]);
    const shown = await browser.get(canceled.location ?? '');
    expect(shown.text).toContain('The jobs that had not ended are canceled.');
    expect(shown.text).toContain('2 of 2 finished, 2 canceled');
    expect(shown.text).not.toContain('data-live');
    expect(shown.text).not.toContain(`${batch}/cancel`);
    expect(shown.text).not.toContain('Refresh');
    expect((await browser.get(`${batch}/cancel`)).location).toBe(batch);
  });

  it('show, cancel and delete a job after asking', async () => {
    const { user, browser } = await signIn();
    const { context } = api();
    const { id } = await createJob(context, user.ownerId, { url: 'https://example.com/"<i>' });
    const path = `${jobs}/${id}`;
    const shown = await browser.get(path);
    expectSafePage(shown);
    expect(shown.text).toContain('https://example.com/%22%3Ci%3E');
    expect(shown.text).toContain('Queued');
    expect(shown.text).toContain('data-live');
    expect((await browser.get(`${path}/cancel`)).text).toContain('It creates no report.');
    const canceled = await browser.post(`${path}/cancel`, {});
    expect([canceled.status, canceled.location]).toEqual([303, `${path}?done=job_canceled`]);
    const ended = await browser.get(canceled.location ?? '');
    expect(ended.text).toContain('The job is canceled.');
    expect(ended.text).not.toContain('data-live');
    expect((await getJob(context, user.ownerId, id)).status).toBe('canceled');
    expect((await browser.get(`${path}/cancel`)).location).toBe(path);

    expect(postActions((await browser.get(`${path}/delete`)).text)).toContain(`${path}/delete`);
    const deleted = await browser.post(`${path}/delete`, {});
    expect([deleted.status, deleted.location]).toEqual([303, `${jobs}?done=job_deleted`]);
    expect((await browser.get(deleted.location ?? '')).text).toContain('The job is deleted.');
    expect((await browser.get(path)).status).toBe(404);
  });

  it('show attempts and the next one', async () => {
    const { user, browser } = await signIn();
    const { store } = api();
    await createJob(api().context, user.ownerId, { url: 'https://example.com/' });
    const message = 'Too busy: <b onclick="x">&amp;\u202e';
    const error = { code: 'overloaded', message } as const;
    for (const delayMs of [0, 3_600_000]) {
      const claimed = await claimOf(api().context, user.ownerId);
      const outcome = { kind: 'retry', error, delayMs } as const;
      await store.jobs.end(claimed.lease, outcome, new Date());
    }
    const { text } = await browser.get(jobs);
    expect(text).toContain('2 attempts');
    expect(text).toContain('next attempt: <time');
    expect(text).toContain(
      'The last attempt failed: Too busy: &lt;b onclick=&quot;x&quot;>&amp;amp;&lt;U+202E>',
    );
  });

  it('show a 404 for everything of other owners, and change nothing', async () => {
    const { browser } = await signIn();
    const { context } = api();
    const other = await api().newUser();
    const { batchId } = await createJobs(context, other.ownerId, { urls: urlsOf(2) });
    const missing = await browser.get(`${jobs}/999999`);
    expect(missing.status).toBe(404);
    const ofJob = `${jobs}/${batchId}`;
    const ofBatch = `${root}/batches/${batchId}`;
    for (const path of [
      ...['', '/cancel', '/delete'].map((step) => ofJob + step),
      ...['', '/cancel'].map((step) => ofBatch + step),
    ]) {
      const { status, text } = await browser.get(path);
      expect([path, status, text === missing.text]).toEqual([path, 404, true]);
    }
    for (const path of [`${ofJob}/cancel`, `${ofJob}/delete`, `${ofBatch}/cancel`]) {
      const { status, text } = await browser.post(path, {});
      expect([path, status, text === missing.text]).toEqual([path, 404, true]);
    }
    expect((await browser.get(`${jobs}?batch=${batchId}`)).text).toContain('No jobs yet.');
    const { rows } = await listJobs(context, other.ownerId);
    expect(rows.map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  it('accept forms only from their own origin, of people who are signed in', async () => {
    const { user, browser } = await signIn();
    const { batchId } = await createJobs(api().context, user.ownerId, { urls: urlsOf(1) });
    for (const path of [
      jobs,
      `${root}/batches/${batchId}/cancel`,
      `${jobs}/${batchId}/cancel`,
      `${jobs}/${batchId}/delete`,
    ]) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        {},
      ]) {
        const reply = await browser.post(path, { urls: 'a.test' }, headers);
        expect([path, headers, reply.status]).toEqual([path, headers, 403]);
      }
      const { status, location } = await openBrowser(api()).post(path, { urls: 'a.test' });
      expect([path, status, location]).toEqual([path, 303, `${root}/sign-in`]);
    }
    const { rows } = await listJobs(api().context, user.ownerId);
    expect(rows).toMatchObject([{ status: 'queued' }]);
  });
});

describe('pages of jobs with a worker', () => {
  const api = useApi(() => ({ pages: true, worker: true }));
  let browser: Browser;
  let user: TestUser;

  beforeAll(async () => {
    ({ browser, user } = await signInTo(api()));
  });

  it('show the progress of a batch, its reports, and why there is none', async () => {
    const { url } = api().site;
    const made = await browser.post(jobs, { urls: `${url}\n${url}/pdf\n${url}/held` });
    const batch = made.location ?? '';
    await vi.waitFor(async () => {
      expect((await browser.get(batch)).text).toContain('2 of 3 finished, 1 failed');
    }, waitMs);
    const shown = await browser.get(batch);
    expect(shown.text).toContain('data-live');
    const { rows } = await listJobs(api().context, user.ownerId, { sort: 'asc' });
    const [done, failed, held] = rows;
    expect(linksOf(shown, '/reports/')).toEqual([`${root}/reports/${done?.reportId}`]);
    expect((await browser.get(`${root}/reports/${done?.reportId}`)).status).toBe(200);
    const reason = failed?.error?.issues?.url?.[0] ?? 'none';
    expect(shown.text).toContain(reason);
    expect((await browser.get(`${jobs}/${failed?.id}`)).text).toContain(reason);
    expect((await browser.get(`${jobs}/${held?.id}`)).text).toContain('Running');
    // It has ended, so nothing was canceled.
    const tooLate = await browser.post(`${jobs}/${failed?.id}/cancel`, {});
    expect(tooLate.location).toBe(`${jobs}/${failed?.id}`);

    api().site.release();
    await vi.waitFor(async () => {
      const { text } = await browser.get(batch);
      expect(text).toContain('3 of 3 finished, 1 failed');
      expect(text).not.toContain('data-live');
    }, waitMs);
    // The report stays when its job is deleted.
    await browser.post(`${jobs}/${done?.id}/delete`, {});
    expect((await browser.get(`${root}/reports/${done?.reportId}`)).status).toBe(200);
  });
});

async function signInTo(
  api: TestApi,
): Promise<{ readonly user: TestUser; readonly browser: Browser }> {
  const user = await api.newUser();
  const browser = openBrowser(api);
  await browser.post(`${root}/sign-in`, { key: user.key });
  return { user, browser };
}

/** The links in the content of a page whose path goes on with a part and an id. */
function linksOf({ text }: PageReply, part: string): readonly string[] {
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  return links.filter((href) => href.startsWith(root + part) && /\/\d+$/.test(href));
}

/** Starts the next job of an owner. Jobs of others that are started before stay leased. */
async function claimOf({ store }: Context, ownerId: string) {
  for (;;) {
    const token = crypto.randomUUID();
    const claimed = await store.jobs.claim({
      token,
      leaseMs: 60_000,
      perHost: 99,
      now: new Date(),
    });
    if (claimed === undefined) throw new Error('No job is due.');
    if (claimed.ownerId === ownerId) return claimed;
  }
}
