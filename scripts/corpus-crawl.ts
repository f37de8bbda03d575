import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ComparedPage,
  compareWithReports,
} from '../packages/core/src/crawls/fixtures/compare-with-reports.ts';
import { crawlSite, owner } from './crawls/crawl-site.ts';
import { notFound, type Respond, startOrigin } from './crawls/origin.ts';
import { printParity } from './crawls/print-parity.ts';

// Serves real pages, which cannot be part of the repository, as one website, crawls it, and prints the issues across
// its pages, to be read against the pages. Links within a page's own site lead to one of the pages; its canonical
// link names the page itself; each image exists. Then it creates a report of each page, and prints what differs. Ends
// with an error if a page could not be checked, or a report has other results.
//
//   npm run tool -- corpus-crawl a-folder-of-html-files [how many pages, default 10] [the first one, default 0]

const [folder, number = '10', first = '0'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name a folder of .html files: npm run tool -- corpus-crawl a-folder');
  process.exit(1);
}
const names = readdirSync(folder)
  .filter((name) => /\.html?$/.test(name))
  .slice(Number(first), Number(first) + Number(number));

const site = await startOrigin(siteOf);
try {
  let compared: readonly ComparedPage[] = [];
  const { crawl, pages, issues } = await crawlSite(site, {
    maxPages: 1_000,
    whenEnded: async (context, id) => {
      compared = await compareWithReports(context, owner, id);
    },
  });
  for (const { url, state, score, depth, inlinks, title } of pages) {
    console.log(`${state} ${score} depth ${depth} inlinks ${inlinks} ${url} ${title}`);
  }
  console.log(`${crawl.end}, score ${crawl.score}`);
  for (const { id, status, reason, findings } of issues) {
    console.log(`${id}: ${status}${reason === null ? '' : `: ${reason}`}`);
    for (const finding of findings) {
      console.log(`    ${finding.summary}\n        ${finding.pages.join(' ')}`);
    }
  }
  const unchecked = pages.filter(({ state }) => state !== 'done').length;
  console.error(`${pages.length} pages, ${unchecked} not checked`);
  const isSame = printParity(compared);
  if (pages.length !== names.length || unchecked > 0 || !isSame) process.exitCode = 1;
} finally {
  await site.close();
}

function siteOf(origin: string): Respond {
  const pages = new Map(names.map((name, index) => [pathOf(index), pageOf(name, index, origin)]));
  return ({ path }) => {
    const body = pages.get(path);
    if (body !== undefined) return { headers: { 'content-type': 'text/html' }, body };
    if (!/\.(?:png|jpe?g|gif|svg|webp|ico)\b/i.test(path)) return notFound;
    return { headers: { 'content-type': 'image/png' }, body: 'PNG' };
  };
}

/** The first page is the start page. */
function pathOf(index: number): string {
  return index === 0 ? '/' : `/page/${names[index]?.replace(/\.html?$/, '')}`;
}

function pageOf(name: string, index: number, origin: string): string {
  const html = readFileSync(join(folder ?? '', name), 'utf8');
  const canonical = /<link[^>]+canonical[^>]+href=["']?(https?:[^"'\s>]+)/i.exec(html)?.[1];
  const base = new URL(canonical ?? `${origin}${pathOf(index)}`);
  let links = 0;
  const rewritten = html
    .replace(
      /<link\b[^>]*\bcanonical\b[^>]*>/gi,
      `<link rel="canonical" href="${origin}${pathOf(index)}">`,
    )
    .replace(
      /(<a\b[^>]*?\bhref=)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
      (all, start, double, single, bare) => {
        const href: string = double ?? single ?? bare ?? '';
        if (href.startsWith('#') || !URL.canParse(href, base.href)) return all;
        const url = new URL(href, base);
        if (!/^https?:$/.test(url.protocol) || url.hostname !== base.hostname) return all;
        links += 1;
        return `${start}"${pathOf((index + links) % names.length)}"`;
      },
    );
  return rewritten;
}
