import { monitorEventLoopDelay } from 'node:perf_hooks';
import { defaultRuleset } from '../packages/audit/src/checks.ts';
import { openCpuAccount } from '../packages/audit/src/limits/cpu-account.ts';
import type { PageOutline } from '../packages/audit/src/report/page-outline.ts';
import { takeSlices } from '../packages/audit/src/limits/time-slices.ts';
import { buildSite, pagesOf } from '../packages/core/src/site-issues/build-site.ts';
import { findIssues } from '../packages/core/src/site-issues/find-issues.ts';
import type { CrawledUrl } from '../packages/core/src/store/crawl.ts';

// The time, the longest block of the event loop and the memory that the issues of a large crawl take, in the
// budget of 5 ms a slice. Outlines are created when they are read, as from a store.
//
//   npm run bench -- site-issues [pages] [links a page]

const pages = Number(process.argv[2] ?? 10_000);
const linksPerPage = Number(process.argv[3] ?? 100);
const origin = 'https://example.com';
const urlOf = (page: number) => `${origin}/category-${page % 100}/product-${page}`;

/** A fixed sequence of 32-bit numbers. */
let state = 1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state;
}

const hex = () => random().toString(16).padStart(8, '0');

const rows = Array.from({ length: pages }, (_, page): CrawledUrl => {
  const isGone = page % 50 === 49;
  return {
    id: page + 1,
    url: urlOf(page),
    kind: 'page',
    level: page === 0 ? 0 : 1 + Math.floor(Math.log2(page)),
    depth: null,
    inSitemap: page % 10 !== 0,
    state: isGone ? 'failed' : 'done',
    skipReason: null,
    httpStatus: isGone ? 404 : 200,
    location: null,
    score: isGone ? null : 80,
    outline: null,
  };
});

/** Round trips through JSON, so that no strings are shared, as from a store. */
function outlineOf(page: number): PageOutline {
  const outline: PageOutline = {
    title: `Product ${page % 9_000} of our shop`,
    description: `Everything about product ${page % 8_000}, with prices and pictures.`,
    h1: `Product ${page}`,
    language: 'en',
    words: 300,
    textHash: hex() + hex() + hex() + hex(),
    minHash: Buffer.from(Uint32Array.from({ length: 24 }, random).buffer).toString('base64url'),
    noindex: false,
    nofollow: false,
    canonical: urlOf(page),
    alternates: [],
    links: Array.from({ length: linksPerPage }, (_, link) => ({
      url: urlOf(link < 30 ? link : random() % pages),
      text: 'Product',
      nofollow: false,
    })),
    images: [],
    externalLinks: 3,
    isCut: false,
    findings: findingsOf(page),
  };
  return JSON.parse(JSON.stringify(outline));
}

/** As many as of a usual page, some with a number that differs from page to page. */
function findingsOf(page: number): PageOutline['findings'] {
  const found = defaultRuleset.checks.slice(0, 20).map(({ id, title }, index) => {
    const summary = `This page breaks the rule “${title}”${index % 4 === 0 ? `: ${page}` : ''}.`;
    return [id, { status: 'fail', gain: 1.5, summary }] as const;
  });
  return Object.fromEntries(found.filter(([id]) => id !== 'page-served'));
}

async function* outlines(): AsyncGenerator<CrawledUrl> {
  for (const [page, row] of rows.entries()) {
    // As a store that reads from a database.
    await new Promise(setImmediate);
    yield row.state === 'done' ? { ...row, outline: outlineOf(page) } : row;
  }
}

const delays = monitorEventLoopDelay({ resolution: 1 });
let rss = 0;
const memory = setInterval(() => {
  rss = Math.max(rss, process.memoryUsage().rss);
}, 20);
await new Promise((resolve) => setTimeout(resolve, 100));
const rssBefore = process.memoryUsage().rss;
delays.enable();
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
const slices = takeSlices(5, openCpuAccount());
const site = await buildSite(
  {
    origin,
    variants: new Set(['http://example.com']),
    pages: await pagesOf(rows, slices),
    outlines: outlines(),
    isCrawl: true,
    isComplete: true,
    sitemaps: 'complete',
    knowsListedVersions: false,
    maxPages: pages,
  },
  slices,
);
const builtAt = performance.now();
const issues = await findIssues(site, defaultRuleset.checks, slices);
const endedAt = performance.now();
const { user, system } = process.cpuUsage(cpuBefore);
delays.disable();
clearInterval(memory);

let links = 0;
for (const index of site.pages.keys()) links += site.inlinks(index);
const found = issues.filter(({ status }) => status === 'found').length;
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed()} MB`;
console.log(`${pages} pages, ${links} links, ${found} issues found`);
console.log(
  `build ${(builtAt - startedAt).toFixed()} ms, issues ${(endedAt - builtAt).toFixed()} ms`,
);
console.log(`CPU ${((user + system) / 1_000).toFixed()} ms, with the outlines of the benchmark`);
console.log(
  `longest block ${(delays.max / 1e6).toFixed(1)} ms, p99 ${(delays.percentile(99) / 1e6).toFixed(1)} ms`,
);
console.log(`RSS ${megabytes(rss)}, before ${megabytes(rssBefore)}`);
