import {
  type CheckResult,
  type Context,
  createContext,
  createCrawl,
  createReport,
  eachCrawlPage,
  getCrawl,
  getCrawlPage,
  startWorker,
} from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it, onTestFinished } from 'vitest';
import { run } from './fixtures/run.ts';
import { serve } from './fixtures/serve.ts';

/** What only other pages show: links to errors and redirects, and canonical links to other pages. */
const parts: Readonly<Record<string, string>> = {
  '/': '<a href="/guide">Guide</a> <a href="/faq">Questions</a> <a href="/old">Old</a> <a href="/shop">Shop</a>',
  '/guide': '<link rel="canonical" href="/"><a href="/">Home</a> <a href="/gone">Gone</a>',
  '/faq':
    '<a href="/">Home</a> <a href="/old">Old</a> <a href="/gone">Gone</a> <a href="/away">X</a>',
  '/shop': '<link rel="canonical" href="/hidden"><a href="/hidden">Hidden</a>',
  '/hidden': '<meta name="robots" content="noindex"><a href="/">Home</a>',
};

function shop(path: string, origin: () => string): string | undefined {
  if (path === '/old') return `${origin()}/guide`;
  const part = parts[path];
  return part === undefined
    ? undefined
    : `<!DOCTYPE html><html lang="en"><title>The shop at ${path}</title><h1>${path}</h1>${part}`;
}

/** A page, with the ids of the checks that warn or fail. */
interface Checked {
  readonly score: number | null;
  readonly findings: readonly string[];
}

const findingsOf = (checks: Readonly<Record<string, CheckResult>>) =>
  Object.keys(checks).filter((id) => /warn|fail/.test(checks[id]?.status ?? ''));

async function serverCrawl(context: Context, url: string): Promise<Map<string, Checked>> {
  const { id } = await createCrawl(context, 'ann', { url });
  const worker = startWorker(context);
  onTestFinished(() => worker.stop(0));
  while ((await getCrawl(context, 'ann', id)).endedAt === null) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const pages = new Map<string, Checked>();
  for await (const page of eachCrawlPage(context, 'ann', id, { state: 'done' })) {
    const { details } = await getCrawlPage(context, 'ann', id, page.id);
    pages.set(page.url, { score: page.score, findings: findingsOf(details?.checks ?? {}) });
  }
  return pages;
}

async function commandCrawl(url: string): Promise<Map<string, Checked>> {
  const { stdout, stderr } = await run(['crawl', url, '-f', 'json', '--fail-on', 'links-broken']);
  expect(stderr).toMatch(/^links-broken: /);
  const pages: readonly (Checked & { url: string; state: string })[] = JSON.parse(stdout).pages;
  return new Map(
    pages
      .filter(({ state }) => state === 'done')
      .map(({ url, score, findings }) => [url, { score, findings }]),
  );
}

it('gives each page the findings and the score of a crawl of the server and of a report', async () => {
  const site: string = await serve((path) => shop(path, () => site));
  const context = createContext({
    store: memoryStore(),
    network: { allowAddresses: [new URL(site).host], ports: 'any' },
  });
  const ofServer = await serverCrawl(context, `${site}/`);
  const ofCommand = await commandCrawl(`${site}/`);
  const ofReports = new Map<string, Checked>();
  for (const url of ofServer.keys()) {
    const { score, checks } = await createReport(context, 'ann', { url });
    ofReports.set(url, { score, findings: findingsOf(checks) });
  }
  const all = [ofServer, ofCommand, ofReports];
  /** On a busy machine, a response may be late for one of them, and costs points there. */
  const isSlow = (url: string) => all.some((pages) => pages.get(url)?.findings.includes('ttfb'));
  const comparable = (pages: ReadonlyMap<string, Checked>) =>
    [...pages]
      .map(([url, { score, findings }]) => [
        url.slice(site.length),
        isSlow(url) ? null : score,
        findings.filter((id) => id !== 'ttfb').sort(),
      ])
      .sort();
  expect(comparable(ofCommand)).toEqual(comparable(ofServer));
  expect(comparable(ofReports)).toEqual(comparable(ofServer));
});
