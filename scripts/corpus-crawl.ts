import {
  type ComparedPage,
  compareWithReports,
} from '../packages/core/src/crawls/fixtures/compare-with-reports.ts';
import { crawlSite, owner } from './crawls/crawl-site.ts';
import { folderSite, pageNamesIn } from './crawls/folder-site.ts';
import { startOrigin } from './crawls/origin.ts';
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
const names = pageNamesIn(folder).slice(Number(first), Number(first) + Number(number));

const site = await startOrigin((origin) => folderSite(origin, folder, names));
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
