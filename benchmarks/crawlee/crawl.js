import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';

// Crawls a site, and sends the time that it took.

const { origin, pages } = JSON.parse(process.argv[2] ?? '');
log.setLevel(LogLevel.OFF);

/**
 * Crawls all pages, or those whose addresses match; their extracts stay in memory. Without maxRequestsPerCrawl: when
 * one more request is allowed, crawlee adds the links of a page one by one and waits for a second after each, so that
 * pages of a hundred links reach the limit of 60 s and are tried again.
 */
async function crawl(count, regexps) {
  const extracts = [];
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: 10,
      minConcurrency: 10,
      async requestHandler({ request, $, enqueueLinks }) {
        extracts.push({
          url: request.loadedUrl,
          title: $('title').text(),
          description: $('meta[name=description]').attr('content'),
          headings: $('h1, h2')
            .get()
            .map((heading) => $(heading).text()),
          words: $('body').text().split(/\s+/).length,
          links: $('a[href]')
            .get()
            .map((link) => $(link).attr('href')),
          images: $('img[src]')
            .get()
            .map((image) => $(image).attr('src')),
        });
        await enqueueLinks({ regexps });
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  // No page links to the root, which is the first item.
  await crawler.run([`${origin}/item/0`]);
  if (extracts.length !== count) {
    throw new Error(`crawlee crawled ${extracts.length} pages instead of ${count}.`);
  }
}

// The first 40 pages load and compile code.
await crawl(40, [/\/item\/[1-3]?\d$/]);
const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
await crawl(pages);
const { user, system } = process.cpuUsage(cpu);
process.send?.({ cpuMs: (user + system) / 1_000, ms: performance.now() - startedAt, pages });
process.disconnect?.();
