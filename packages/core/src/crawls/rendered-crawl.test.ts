import { renderedPage } from '@sitegrade/audit/for-tests';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it, onTestFinished } from 'vitest';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { startWorker } from '../worker/worker.ts';
import { createCrawl } from './create-crawl.ts';
import { startSite } from './fixtures/site-server.ts';
import { getCrawl } from './get-crawl.ts';
import { eachCrawlPage, getCrawlPage } from './list-crawl-pages.ts';

type Renderer = NonNullable<ContextOptions['renderer']>;

const shell =
  '<!doctype html><html lang="en"><title>Bakery</title><div id="root"></div><script src="/app.js"></script>';
const text = `<p>${'rye '.repeat(80)}</p>`;

/** What the scripts of a page build: the start page links to two others, which only they know. */
function builtOf(url: string): string {
  const { pathname } = new URL(url);
  const links = pathname === '/' ? '<a href="/rye">Rye</a><a href="/static">Static</a>' : '';
  return `<!doctype html><html lang="en"><head><title>Built ${pathname}</title></head><body><h1>Bread</h1>${links}${text}</body></html>`;
}

/** Crawls a site whose pages are shells, except `/static`. */
async function crawlShells(options: Partial<ContextOptions> = {}, recrawl?: 'changed') {
  const rendered: string[] = [];
  const allowed: boolean[] = [];
  const renderer: Renderer = {
    pages: 2,
    render: async ({ url, isNavigationAllowed }) => {
      const { origin, pathname } = new URL(url);
      rendered.push(pathname);
      for (const to of ['/rye', '/private/a']) {
        allowed.push(await isNavigationAllowed(`${origin}${to}`));
      }
      return renderedPage(builtOf(url), url);
    },
    close: async () => {},
  };
  const site = await startSite((path) => {
    if (path === '/robots.txt') {
      return (response) => response.end('User-agent: *\nDisallow: /private');
    }
    const html = path === '/static' ? `<h1>Static</h1>${text}` : shell;
    if (!['/', '/rye', '/static'].includes(path)) return undefined;
    return (response) =>
      response.setHeader('content-type', 'text/html').setHeader('etag', '"1"').end(html);
  });
  const context = createContext({
    store: memoryStore(),
    network: { allowAddresses: [new URL(site.origin).host], ports: 'any' },
    renderer,
    ...options,
  });
  const crawl = async () => {
    const { id } = await createCrawl(context, 'ann', {
      url: `${site.origin}/`,
      ...(recrawl && { recrawl }),
    });
    const worker = startWorker(context, { concurrency: 2 });
    onTestFinished(() => worker.stop(0));
    await expect
      .poll(async () => (await getCrawl(context, 'ann', id)).endedAt, { timeout: 60_000 })
      .not.toBeNull();
    await worker.stop(0);
    const pages = [];
    for await (const page of eachCrawlPage(context, 'ann', id, { sort: 'asc', sortBy: 'id' })) {
      const { details } = await getCrawlPage(context, 'ann', id, page.id);
      const path = page.url.slice(site.origin.length);
      pages.push({ path, page, rendering: details?.page.rendering, checks: details?.checks });
    }
    return pages;
  };
  return { crawl, rendered, allowed };
}

it('renders the pages of a crawl that depend on scripts, and follows the links that scripts add', async () => {
  const { crawl, rendered, allowed } = await crawlShells();
  const pages = await crawl();
  expect(pages.map(({ path, page }) => [path, page.title]).sort()).toEqual([
    ['/', 'Built /'],
    ['/rye', 'Built /rye'],
    ['/static', null],
  ]);
  expect(rendered.sort()).toEqual(['/', '/rye']);
  const [start] = pages;
  expect(start?.rendering).toMatchObject({ status: 'rendered' });
  expect(start?.checks).toMatchObject({ h1: { status: 'pass', readFrom: 'rendered' } });
  // A quote of what scripts added has no position in the source.
  for (const { evidence } of Object.values(start?.checks ?? {})) {
    for (const { text: quote, line } of evidence) {
      if (quote.startsWith('<a href=')) expect(line).toBeUndefined();
    }
  }
  // Scripts may lead to what the crawl may request only.
  expect(new Set(allowed.filter((_, at) => at % 2 === 0))).toEqual(new Set([true]));
  expect(new Set(allowed.filter((_, at) => at % 2 === 1))).toEqual(new Set([false]));
});

it('renders no more than those, also where reports are always rendered, and none if that is off', async () => {
  const always = await crawlShells({ render: 'always' });
  await always.crawl();
  expect(always.rendered.sort()).toEqual(['/', '/rye']);
  const off = await crawlShells({ render: 'off' });
  expect((await off.crawl()).map(({ path }) => path)).toEqual(['/']);
  expect(off.rendered).toEqual([]);
});

it('renders pages again that have not changed, as scripts may build another one', async () => {
  const { crawl, rendered } = await crawlShells({}, 'changed');
  await crawl();
  const pages = await crawl();
  expect(rendered.sort()).toEqual(['/', '/', '/rye', '/rye']);
  const unchanged = pages.filter(({ page }) => page.isUnchanged).map(({ path }) => path);
  expect(unchanged).not.toContain('/');
  expect(unchanged).not.toContain('/rye');
});
