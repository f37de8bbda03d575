// Crawls a site, and sends the time that it took. Ends without a message if crawlee is not installed.

const { origin, pages } = JSON.parse(process.argv[2] ?? '');
const loaded = await import('@crawlee/cheerio').catch(() => undefined);
if (loaded === undefined) process.exit(0);
const { CheerioCrawler, Configuration, LogLevel, log } = loaded;
log.setLevel(LogLevel.OFF);

/** Crawls as many pages; their extracts stay in memory. */
async function crawl(maxRequestsPerCrawl) {
  const extracts = [];
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl,
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
        await enqueueLinks();
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  await crawler.run([`${origin}/`]);
  return extracts.length;
}

await crawl(40);
const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
const done = await crawl(pages);
const { user, system } = process.cpuUsage(cpu);
process.send?.({ cpuMs: (user + system) / 1_000, ms: performance.now() - startedAt, pages: done });
process.disconnect?.();
