import {
  cancelJob,
  createJobs,
  deleteJob,
  issueApiKey,
  type JobBatch,
  listJobs,
  revokeApiKey,
  startWorker,
} from '@sitegrade/core';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { ownerId } from './share-website.ts';
import { submit } from './submit.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, type PagesServer, usePages } from './use-pages.ts';

/** The time between two updates. */
const updateMs = 2_000;

const cookies = { user: ownerId };
const finished = (page: Page) => page.locator('#finished');
const refresh = (page: Page) => page.getByRole('link', { name: 'Refresh' });

const focused = (page: Page) => page.evaluate<string>('document.activeElement.innerText');

function createBatch({ context, site }: PagesServer, count: number): Promise<JobBatch> {
  const urls = Array.from({ length: count }, (_, index) => `${site.url}/prices?page=${index};`);
  return createJobs(context, ownerId, { urls });
}

describe('jobs in the console', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  it('are created from lines, and their progress moves while a worker runs', async () => {
    const { context, site } = server();
    const { page } = await visit(server().url, { cookies });
    await page.goto('/sitegrade');
    await page.getByRole('link', { name: 'Jobs' }).click();
    const field = page.getByLabel('URLs of the pages');
    const lines = ['', `${site.url}/prices`, `${site.url}/robots.txt`, '', 'ftp://a.test/'];
    await field.fill(lines.join('\n'));
    await submit(page, 'Create reports');
    expect(await page.getByRole('alert').innerText()).toContain('Line 5');
    expect(await field.inputValue()).toBe(lines.join('\n'));
    await field.fill(lines.slice(0, -1).join('\n'));
    await submit(page, 'Create reports');
    expect(new URL(page.url()).pathname).toMatch(/^\/sitegrade\/batches\/\d+$/);
    expect(await finished(page).innerText()).toBe('0 of 2 finished');

    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    // A screen reader announces changes of an element, not a new element.
    const count = await finished(page).elementHandle();
    const worker = startWorker(context);
    try {
      await page.getByText('2 of 2 finished, 1 failed').waitFor();
    } finally {
      await worker.stop();
    }
    expect(await count?.innerText()).toBe('2 of 2 finished, 1 failed');
    expect(await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBe(
      '2',
    );
    const row = page.getByRole('row', { name: '/robots.txt' });
    expect(await row.innerText()).toMatch(/Failed\s+This URL is not an HTML page/);
    expect(await page.getByRole('link', { name: 'Cancel this batch' }).count()).toBe(0);
    expect(loads).toBe(0);
    await page.getByRole('link', { name: /^Report http/ }).click();
    await page.waitForURL('**/reports/*');
  });

  it('without scripts are updated by a link', async () => {
    const batch = await createBatch(server(), 1);
    const path = `/sitegrade/batches/${batch.batchId}?status=queued`;
    const { page } = await visit(server().url, { cookies, javaScriptEnabled: false });
    await page.goto(path);
    expect(await page.getByRole('row').count()).toBe(2);
    await cancelJob(server().context, ownerId, batch.batchId);
    await refresh(page).click();
    await page.getByText('1 of 1 finished, 1 canceled').waitFor();
    expect(page.url()).toBe(server().url + path);
    expect(await refresh(page).count()).toBe(0);
  });

  it('are canceled and deleted after asking', async () => {
    const { context } = server();
    const batch = await createBatch(server(), 3);
    const { page } = await visit(server().url, { cookies });
    await page.goto(`/sitegrade/batches/${batch.batchId}`);
    await page.getByRole('link', { name: 'page=1;' }).click();
    await page.getByRole('link', { name: 'Delete this job' }).click();
    await page.waitForURL('**/delete');
    await submit(page, 'Delete this job');
    expect(await page.getByRole('status').innerText()).toBe('The job is deleted.');
    await page
      .getByRole('link', { name: `Batch ${batch.batchId}` })
      .first()
      .click();
    await page.getByRole('link', { name: 'Cancel this batch' }).click();
    await page.getByRole('link', { name: 'Do not cancel' }).click();
    await page.getByRole('link', { name: 'Cancel this batch' }).click();
    await page.waitForURL('**/cancel');
    await submit(page, 'Cancel this batch');
    expect(await finished(page).innerText()).toBe('2 of 2 finished, 2 canceled');
    const { batchId } = batch;
    expect((await listJobs(context, ownerId, { batchId, status: 'canceled' })).total).toBe(2);
  });
});

describe('the updates of a page', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  /** Opens a batch with a clock that only the test moves, and counts the updates. */
  const openBatch = async (count: number) => {
    const batch = await createBatch(server(), count);
    const { page, faults } = await visit(server().url, { cookies });
    const time = Date.now();
    await page.clock.install({ time });
    // Far enough ahead that no real time passes it.
    await page.clock.pauseAt(time + 3_600_000);
    await page.goto(`/sitegrade/batches/${batch.batchId}`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const update = async () => {
      const response = page.waitForResponse('**/batches/*');
      await page.clock.runFor(updateMs);
      await (await response).finished();
    };
    const cancel = (index: number) =>
      cancelJob(server().context, ownerId, batch.jobs[index]?.id ?? 0);
    return { page, faults, batch, requests, update, cancel };
  };

  it('keep focus, selection, what was typed, and the nodes that did not change', async () => {
    const { page, update, cancel } = await openBatch(3);
    const link = page.getByRole('link', { name: 'page=1;' });
    await page.getByLabel('Search by URL').fill('typed');
    await link.focus();
    await page.evaluate(
      "getSelection().selectAllChildren(document.querySelector('tbody tr:first-child th'))",
    );
    await cancel(2);
    await update();
    await page.getByText('1 of 3 finished, 1 canceled').waitFor();
    expect(await focused(page)).toContain('page=1;');
    expect(await page.evaluate('getSelection().toString()')).toContain('page=0;');
    expect(await page.getByLabel('Search by URL').inputValue()).toBe('typed');
    await cancel(1);
    await update();
    await page.getByText('2 of 3 finished').waitFor();
    expect(await focused(page)).toContain('page=1;');
  });

  it('follow the focused link when its row moves, and keep the focus near when it goes', async () => {
    const { page, update, cancel } = await openBatch(3);
    await page.getByRole('link', { name: /^Queued/ }).click();
    await page.getByRole('link', { name: 'page=2;' }).focus();
    await cancel(1);
    await update();
    await page.getByText('1 of 3 finished').waitFor();
    expect(await focused(page)).toContain('page=2;');
    await cancel(2);
    await update();
    await page.getByText('2 of 3 finished').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('live');
  });

  it('end when all jobs have ended', async () => {
    const { page, requests, update, cancel } = await openBatch(1);
    expect(await refresh(page).isVisible()).toBe(false);
    await cancel(0);
    await update();
    await page.getByText('1 of 1 finished').waitFor();
    await page.clock.runFor(10 * updateMs);
    expect(requests).toHaveLength(1);
    expect(await refresh(page).isVisible()).toBe(false);
  });

  it('end when the batch is gone, and leave the link', async () => {
    const { page, faults, batch, requests } = await openBatch(1);
    await deleteJob(server().context, ownerId, batch.batchId);
    await page.clock.runFor(updateMs);
    await refresh(page).waitFor();
    await page.clock.runFor(60_000);
    expect(requests).toHaveLength(1);
    expect(faults.splice(0)).toEqual([expect.stringContaining('response: 404')]);
  });

  it('pause while the page is hidden', async () => {
    const { page, requests } = await openBatch(1);
    const setHidden = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
         document.dispatchEvent(new Event('visibilitychange'));`,
      );
    await setHidden(true);
    await page.clock.runFor(10 * updateMs);
    expect(requests).toHaveLength(0);
    const response = page.waitForResponse('**/batches/*');
    await setHidden(false);
    await response;
    expect(requests).toHaveLength(1);
  });

  it('come more rarely after errors, and show the link meanwhile', async () => {
    const { page, cancel } = await openBatch(2);
    await page.evaluate(`globalThis.waits = [];
      const set = setTimeout;
      setTimeout = (call, ms) => { waits.push(ms); return set(call, ms); };`);
    const waits: number[] = [];
    const expectNext = async (ms: number) => {
      await page.clock.runFor(waits.at(-1) ?? updateMs);
      waits.push(ms);
      await vi.waitFor(async () => expect(await page.evaluate('waits')).toEqual(waits));
    };
    await page.route('**/batches/*', (route) => route.abort());
    for (const seconds of [4, 8, 16, 32, 60, 60]) {
      await expectNext(seconds * 1_000);
      expect(await refresh(page).isVisible()).toBe(true);
    }
    await page.unroute('**/batches/*');
    await cancel(0);
    await expectNext(updateMs);
    expect(await finished(page).innerText()).toBe('1 of 2 finished, 1 canceled');
    expect(await refresh(page).isVisible()).toBe(false);
  });
});

describe('the updates of a page with an API key', () => {
  const visit = useBrowser();
  const server = usePages('Fastify');

  it('end with the session, and leave the link to the sign-in', async () => {
    const { context } = server();
    const batch = await createBatch(server(), 1);
    const { key, apiKey } = await issueApiKey(context, ownerId);
    const { page } = await visit(server().url);
    await page.clock.install();
    await page.goto(`/sitegrade/batches/${batch.batchId}`);
    await page.getByLabel('API key').fill(key);
    await submit(page, 'Sign in');
    expect(await refresh(page).isVisible()).toBe(false);
    await revokeApiKey(context, ownerId, apiKey.id);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.runFor(updateMs);
    await refresh(page).waitFor();
    await page.clock.runFor(60_000);
    expect(requests.filter((url) => url === page.url())).toHaveLength(1);
    expect(await finished(page).innerText()).toBe('0 of 1 finished');
    await refresh(page).click();
    await page.waitForURL('**/sign-in?*');
  });
});
