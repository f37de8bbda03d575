import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import { listCrawls } from '../../crawls/list-crawls.ts';
import type { Crawl } from '../../store/crawl.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import type { Website } from '../../store/website.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { missingAsUndefined } from '../missing.ts';
import { PageText } from '../parts/page-text.tsx';
import { ScoreText } from '../parts/score-text.tsx';
import { CrawlTable } from './crawl-list.tsx';
import { withQuery } from './paging.tsx';

/** Crawls on the page of a website. */
const shownCrawls = 5;
/** Issues of the last crawl there. */
const shownIssues = 5;

/** The crawls of a website that its page shows. */
interface WebsiteCrawls {
  readonly rows: readonly Crawl[];
  readonly total: number;
  /** The last crawl that is done, with the issues that it found. */
  readonly last: { readonly crawl: Crawl; readonly found: readonly SiteIssue[] } | undefined;
}

/** Loads the crawls of a website. */
export async function websiteCrawls(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<WebsiteCrawls> {
  const [{ rows, total }, done] = await Promise.all([
    listCrawls(context, ownerId, { websiteId, perPage: 10 }),
    listCrawls(context, ownerId, { websiteId, status: 'done', perPage: 10 }),
  ]);
  const [crawl] = done.rows;
  const issues =
    crawl && (await listCrawlIssues(context, ownerId, crawl.id).catch(missingAsUndefined));
  const found = issues?.filter(({ status }) => status === 'found');
  return {
    rows: rows.slice(0, shownCrawls),
    total,
    last: crawl && found ? { crawl, found } : undefined,
  };
}

/** The crawls of a website, with the score and the issues of the last one that is done. */
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
      {last && <LastCrawl {...last} links={links} />}
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
  crawl,
  found,
  links,
}: NonNullable<WebsiteCrawls['last']> & { readonly links: Links }): VNode {
  const labels = text.crawls;
  const path = links.crawl(crawl.id);
  return (
    <>
      <p>
        {crawl.score !== null && crawl.result !== null && (
          <>
            {labels.siteScore} <ScoreText score={crawl.score} result={crawl.result} />
            {' · '}
          </>
        )}
        <a href={`${path}#issues`}>{text.issues.foundOf(found.length)}</a>
      </p>
      {found.length > 0 && (
        <ul>
          {found.slice(0, shownIssues).map(({ id, title, findings: [worst] }) => (
            <li key={id}>
              <a href={`${path}#issue-${id}`}>
                <PageText>{worst?.summary ?? title}</PageText>
              </a>
            </li>
          ))}
          {found.length > shownIssues && <li>{text.report.more(found.length - shownIssues)}</li>}
        </ul>
      )}
    </>
  );
}
