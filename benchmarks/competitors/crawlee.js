import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';
import { extract } from './extract.js';
import { measureCrawl } from './measure-crawl.js';

log.setLevel(LogLevel.OFF);

/**
 * Crawls all pages, or those whose addresses match; their extracts stay in memory. Without maxRequestsPerCrawl: when
 * one more request is allowed, crawlee adds the links of a page one by one and waits for a second after each, so that
 * pages of a hundred links reach the limit of 60 s and are tried again.
 */
await measureCrawl(async (origin, isIncluded) => {
  const extracts = [];
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: 10,
      minConcurrency: 10,
      async requestHandler({ request, $, enqueueLinks }) {
        extracts.push(extract($, request.loadedUrl));
        await enqueueLinks(isIncluded && { regexps: [isIncluded] });
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  // No page links to the root, which is the first item.
  await crawler.run([`${origin}/item/0`]);
  return extracts;
});
