import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { listCrawls } from '../../crawls/list-crawls.ts';
import type { List } from '../../listing/listing.ts';
import type { Crawl } from '../../store/crawl.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { CrawlTable } from './crawl-list.tsx';
import { withQuery } from './paging.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** Crawls on the page of a website. */
const shownCrawls = 5;

/** Loads the crawls of a website that its page shows. */
export async function websiteCrawls(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<List<Crawl>> {
  const list = await listCrawls(context, ownerId, { websiteId, perPage: 10 });
  return { ...list, rows: list.rows.slice(0, shownCrawls) };
}

/** The last crawls of a website. */
export function WebsiteCrawlsView({
  websiteId,
  crawls: { rows, total },
  context,
  links,
}: {
  readonly websiteId: number;
  readonly crawls: List<Crawl>;
  readonly context: Context;
  readonly links: Links;
}): VNode {
  const labels = text.crawls;
  const all = withQuery(links.consolePage('/crawls'), { website: websiteId });
  return (
    <section aria-labelledby="crawls">
      <h2 id="crawls">{labels.title}</h2>
      {rows.some(({ endedAt }) => endedAt === null) && <WithoutWorker context={context} />}
      {rows.length === 0 ? (
        <p>{labels.noneOfWebsite}</p>
      ) : (
        <CrawlTable crawls={rows} links={links} />
      )}
      <p>
        <a href={all}>{total > rows.length ? labels.allOfWebsite : labels.crawlThis}</a>
      </p>
    </section>
  );
}
