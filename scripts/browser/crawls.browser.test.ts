import { beginCrawl, checked, claim } from '@sitegrade/adapter-suite/store-crawl';
import { cancelCrawl, startWorker } from '@sitegrade/core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownerId } from './share-website.ts';
import { submit } from './submit.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, usePages } from './use-pages.ts';

/** The time between two updates. */
const updateMs = 2_000;

const cookies = { user: ownerId };
const finished = (page: Page) => page.locator('#finished');

describe('crawls in the console', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  it('are created by a form, and show their result without being loaded again', async () => {
    const { context, site } = server();
    const { page } = await visit(server().url, { cookies });
    await page.goto('/sitegrade');
    await page.getByRole('link', { name: 'Crawls' }).click();
    await page.getByLabel('URL of the start page').fill(site.url);
    await page.getByLabel('Number of pages').fill('many');
    await submit(page, 'Start the crawl');
    expect(await page.getByRole('alert').innerText()).toContain('Number of pages must be');
    await page.getByLabel('Number of pages').fill('40');
    await submit(page, 'Start the crawl');
    expect(await finished(page).innerText()).toBe('The crawl waits for its start.');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const worker = startWorker(context);
    try {
      await page.getByRole('heading', { name: 'Fix this first' }).waitFor();
    } finally {
      await worker.stop();
    }
    expect(loads).toBe(0);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await page.getByRole('link', { name: 'Issues', exact: true }).click();
    const passed = page.getByText(/rules? that passed$/);
    await passed.waitFor();
    const advice = page.getByText('How to fix it:').first();
    expect([await passed.isVisible(), await advice.isVisible()]).toEqual([true, false]);
    await page.emulateMedia({ media: 'print' });
    expect([await passed.isVisible(), await advice.isVisible()]).toEqual([false, true]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Structure' }).click();
    const copy = page.getByText('The same as a table').last();
    await copy.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await copy.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await page.locator('table.jobs').getByRole('link').first().click();
    await page.waitForURL('**/pages/*');
    expect(await page.getByRole('heading', { name: 'All checks' }).count()).toBe(1);
  });

  it('without scripts are followed by a link, and canceled after asking', async () => {
    const { store } = server();
    const pages = [{ path: '/', outcome: checked(80) }];
    const domain = `noscript.example`;
    const { id } = await beginCrawl(store, { ownerId, domain, pages });
    const { page } = await visit(server().url, { cookies, javaScriptEnabled: false });
    await page.goto(`/sitegrade/crawls/${id}`);
    expect(await finished(page).innerText()).toContain('0 of 1 page that is known');
    const { lease } = await claim(store, id);
    await store.crawls.endPage(lease, checked(80), new Date());
    await page.getByRole('link', { name: 'Refresh' }).click();
    await page.getByText('1 of 1 page that is known').waitFor();
    await page.getByRole('link', { name: 'Cancel this crawl' }).click();
    await page.waitForURL('**/cancel');
    await submit(page, 'Cancel this crawl');
    expect(await page.getByRole('status').innerText()).toBe('The crawl is canceled.');
    expect(await page.getByRole('link', { name: 'Refresh' }).count()).toBe(0);
  });
});

describe('the updates of a crawl', () => {
  const visit = useBrowser();
  const server = usePages('Fastify', { authenticate: cookieLogin });

  it('move the bar, and end with the crawl', async () => {
    const { store, context } = server();
    const pages = ['/', '/a', '/b'].map((path) => ({ path, outcome: checked(80) }));
    const domain = 'moving.example';
    const { id } = await beginCrawl(store, { ownerId, domain, pages });
    const { page } = await visit(server().url, { cookies });
    const time = Date.now();
    await page.clock.install({ time });
    await page.clock.pauseAt(time + 3_600_000);
    await page.goto(`/sitegrade/crawls/${id}`);
    // A screen reader announces changes of an element, not a new element.
    const bar = await page.getByRole('progressbar').elementHandle();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const update = async () => {
      const response = page.waitForResponse('**/crawls/*');
      await page.clock.runFor(updateMs);
      await (await response).finished();
    };
    for (const value of ['1', '2']) {
      const { lease } = await claim(store, id);
      await store.crawls.endPage(lease, checked(80), new Date());
      await update();
      await page.getByText(`${value} of 3 pages`).waitFor();
      expect(await bar?.getAttribute('value')).toBe(value);
    }
    await cancelCrawl(context, ownerId, id);
    await update();
    await page.getByText('This crawl was canceled.').waitFor();
    await page.clock.runFor(10 * updateMs);
    expect(requests).toHaveLength(3);
  });
});
