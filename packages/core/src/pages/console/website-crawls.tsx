import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { listCrawls } from '../../crawls/list-crawls.ts';
import type { Crawl } from '../../store/crawl.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import type { Website } from '../../store/website.ts';
import type { ScoreSource } from '../../store/website-score.ts';
import { websiteIssues } from '../../websites/website-issues.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { scoreSourceText } from '../parts/score-source.ts';
import { WorstIssues } from '../parts/worst-issues.tsx';
import { CrawlTable } from './crawl-list.tsx';
import { withQuery } from './paging.tsx';

/** Crawls on the page of a website. */
const shownCrawls = 5;

/** The crawls of a website that its page shows. */
interface WebsiteCrawls {
  readonly rows: readonly Crawl[];
  readonly total: number;
  /** The crawl that the score of the website is from, with the issues that it found. */
  readonly last: { readonly source: ScoreSource; readonly found: readonly SiteIssue[] } | undefined;
}

/** Loads the crawls of a website. */
export async function websiteCrawls(
  context: Context,
  ownerId: string,
  { id: websiteId, scoreSource }: Website,
): Promise<WebsiteCrawls> {
  const [{ rows, total }, last] = await Promise.all([
    listCrawls(context, ownerId, { websiteId, perPage: 10 }),
    scoreSource?.kind === 'crawl' ? websiteIssues(context, ownerId, websiteId) : undefined,
  ]);
  const found = last?.issues.filter(({ status }) => status === 'found');
  return {
    rows: rows.slice(0, shownCrawls),
    total,
    last: last?.source && found ? { source: last.source, found } : undefined,
  };
}

/** The crawls of a website, with the issues of the one that its score is from. */
export function WebsiteCrawlsView({
  website,
  crawls: { rows, total, last },
  links,
}: {
  readonly website: Website;
  readonly crawls: WebsiteCrawls;
  readonly links: Links;
}): VNode {
  const labels = text.crawls;
  const all = withQuery(links.consolePage('/crawls'), { website: website.id });
  return (
    <section aria-labelledby="crawls">
      <h2 id="crawls">{labels.title}</h2>
      {last && <LastCrawl {...last} path={links.website(website.id)} />}
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

function LastCrawl({
  source,
  found,
  path,
}: NonNullable<WebsiteCrawls['last']> & {
  /** Of the page of the website. */
  readonly path: string;
}): VNode {
  const issues = `${path}/issues`;
  return (
    <>
      <p>
        <a href={issues}>{text.issues.foundOf(found.length)}</a>{' '}
        <span class="soft">{text.issues.from(scoreSourceText(source))}</span>
      </p>
      <WorstIssues found={found} hrefOf={(id) => `${issues}/${id}`} />
    </>
  );
}
