import { mkdirSync, readFileSync } from 'node:fs';
import { startSampleSite } from '@sitegrade/example-sample-site';
import Fastify from 'fastify';
import { chromium } from 'playwright-core';
import { sitegradePlugin } from '../packages/adapter-fastify/src/index.ts';
import { createContext, createReport } from '../packages/core/src/index.ts';
import type { NewReport } from '../packages/core/src/store-entry.ts';
import { memoryStore } from '../packages/store-memory/src/index.ts';
import { addCrawls } from './browser/add-crawls.ts';
import { ownerId } from './browser/share-website.ts';

// Writes the pictures in docs/images: the shared page of a report of the sample site, which the README has, and a website
// and a crawl in the console.
//
//   npm run tool -- docs-screenshot       Needs Chromium: at /usr/bin/chromium, or where CHROMIUM says.

const site = await startSampleSite();
const hosts = [site.url, site.httpsUrl].map((url) => new URL(url).host);
const store = memoryStore();
const context = createContext({
  store,
  network: {
    allowAddresses: hosts,
    ports: 'any',
    trustedCertificates: [readFileSync(site.certificateFile, 'utf8')],
  },
});
const report = await createReport(context, ownerId, { url: `${site.httpsUrl}/prices` });
await site.close();

// Under a name that a reader understands.
const named = JSON.parse(
  hosts.reduce(
    (text, host) => text.replaceAll(host, 'shop.example'),
    JSON.stringify({ ...report, domain: 'shop.example' }),
  ),
) as typeof report;
const shown: NewReport = {
  ...named,
  ownerId,
  createdAt: new Date('2026-11-22T09:00:00Z'),
  shareToken: 'shown',
  websiteShareToken: 'shown',
  defaultPrivacy: 'public',
};
await store.reports.create(shown);

const app = Fastify();
app.register(sitegradePlugin, { store, pages: true, authenticate: () => ownerId });
const { crawlId, crawledId } = await addCrawls({ store, context });
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1000, height: 1060 } });
mkdirSync('docs/images', { recursive: true });
for (const [name, path] of [
  ['report', '/share/reports/shown'],
  ['website', `/websites/${crawledId}`],
  ['crawl', `/crawls/${crawlId}`],
]) {
  await page.goto(`${address}/sitegrade${path}`);
  await page.screenshot({ path: `docs/images/${name}.png` });
}
await browser.close();
await app.close();
