/**
 * Crawls a site of the first argument, and sends the time that it took.
 *
 * @param crawl - Crawls from an origin, all pages or those of an expression, and returns what it extracted.
 */
export async function measureCrawl(crawl) {
  const { origin, pages } = JSON.parse(process.argv[2] ?? '');
  const crawlAll = async (count, isIncluded) => {
    const extracts = await crawl(origin, isIncluded);
    if (extracts.length !== count) {
      throw new Error(`${extracts.length} pages were crawled instead of ${count}.`);
    }
  };
  // The first 40 pages load and compile code.
  await crawlAll(40, /\/item\/[1-3]?\d$/);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  await crawlAll(pages);
  const { user, system } = process.cpuUsage(cpu);
  const maxMb = process.resourceUsage().maxRSS / 1_000;
  process.send?.({
    cpuMs: (user + system) / 1_000,
    ms: performance.now() - startedAt,
    pages,
    maxMb,
  });
  process.disconnect?.();
}
