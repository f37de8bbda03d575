import { setTimeout } from 'node:timers/promises';
import type { Api, Schemas } from './create-api.ts';
import { problemError } from './problem-error.ts';

/** A crawl that has ended, and its issues that were found, the most important first. */
interface CrawledWebsite {
  readonly crawl: Schemas['Crawl'];
  readonly issues: readonly Schemas['Issue'][];
}

/**
 * Crawls a website, and waits until the crawl has ended.
 *
 * @param body The start page, and which pages are crawled.
 * @param wait Waits for a number of seconds.
 * @throws Error of {@link problemError}.
 *
 * @example
 * ```ts
 * const { crawl, issues } = await crawlWebsite(api, { url: 'https://example.com/', max_pages: 50 });
 * console.log(crawl.score, issues[0]?.title);
 * ```
 */
export async function crawlWebsite(
  api: Api,
  body: Schemas['NewCrawl'],
  wait: (seconds: number) => Promise<void> = (seconds) => setTimeout(seconds * 1_000),
): Promise<CrawledWebsite> {
  const created = await api.POST('/crawls', { body });
  if (created.error) throw problemError(created.error);
  let crawl = created.data.data;
  const path = { id: crawl.id };
  while (crawl.ended_at === null) {
    await wait(2);
    const shown = await api.GET('/crawls/{id}', { params: { path } });
    if (shown.error) throw problemError(shown.error);
    crawl = shown.data.data;
  }
  // All of them: there are fewer than 100.
  const listed = await api.GET('/crawls/{id}/issues', {
    params: { path, query: { per_page: 100 } },
  });
  if (listed.error) throw problemError(listed.error);
  return { crawl, issues: listed.data.data.filter(({ status }) => status === 'found') };
}
