import {
  type ComparedPage,
  compareWithReports,
} from '../packages/core/src/crawls/fixtures/compare-with-reports.ts';
import { crawlSite, owner } from './crawls/crawl-site.ts';
import { generateSite } from './crawls/generated-site.ts';
import { startOrigin } from './crawls/origin.ts';
import { printParity } from './crawls/print-parity.ts';

// Crawls generated sites, creates a report of each of their pages, and prints what differs: checks with other results,
// which is an error, and the checks that only the report evaluates, by the points that they cost there.
//
//   npm run tool -- crawl-parity [ordinary pages, default 40] [issues of each kind, default 1] [limit of pages]

const [items = '40', times = '1', maxPages = '1000'] = process.argv.slice(2);
const site = await startOrigin(
  (origin) => generateSite(origin, { items: Number(items), times: Number(times) }).respond,
);
let pages: readonly ComparedPage[] = [];
try {
  await crawlSite(site, {
    maxPages: Number(maxPages),
    whenEnded: async (context, id) => {
      pages = await compareWithReports(context, owner, id);
    },
  });
} finally {
  await site.close();
}

if (!printParity(pages)) process.exitCode = 1;
