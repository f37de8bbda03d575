import type { VNode } from 'preact';
import type { List } from '../../listing/listing.ts';
import type { Crawl, CrawlPageSummary } from '../../store/crawl.ts';
import type { CrawlShape } from '../../store/crawl-shape.ts';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import type { Website } from '../../store/website.ts';
import type { WebsiteIssues } from '../../websites/website-issues.ts';
import { Paging, withQuery } from '../console/paging.tsx';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import { CrawlOverview } from '../parts/crawl-overview.tsx';
import { CrawlStructure } from '../parts/crawl-structure.tsx';
import { CrawledPagesTable } from '../parts/crawled-pages-table.tsx';
import { IssueFindings } from '../parts/issue-findings.tsx';
import { PdfLink } from '../parts/pdf-link.tsx';
import { scoreSourceText } from '../parts/score-source.ts';
import { SiteIssues } from '../parts/site-issues.tsx';
import { WebsiteScoreRing } from '../parts/website-score-ring.tsx';
import { OwnerNote } from './owner-note.tsx';

/** What the shared page shows of a crawl. */
export interface CrawledSite {
  readonly crawl: Crawl;
  readonly shape: CrawlShape | null;
  /** One page of its pages with a score, the worst first. */
  readonly pages: List<CrawlPageSummary>;
  /** The number of that page, from 1. */
  readonly number: number;
}

type IssuePageProps = PageContext & { readonly website: Website; readonly isOwner: boolean };

/** The shared page of the issues of a website, from the source of its score. */
export function SharedIssuesPage({
  website,
  isOwner,
  found: { source, issues },
  crawled,
  hasPdf,
  ...page
}: IssuePageProps & {
  readonly found: WebsiteIssues;
  /** The crawl that they are from, and its pages; `undefined` if they are from reports. */
  readonly crawled: CrawledSite | undefined;
  /** Whether the crawl can be downloaded as PDF. */
  readonly hasPdf: boolean;
}): VNode {
  const { links, settings } = page;
  const path = links.sharedIssues(website.shareToken);
  const labels = text.issues;
  return (
    <Layout
      {...page}
      title={labels.ofSite(website.domain)}
      description={labels.description(website.domain, website.score)}
      indexable={settings.indexable && website.privacy === 'public'}
      canonical={path}
    >
      <header class="report-head">
        <p class="kind">
          <a href={links.sharedWebsite(website.shareToken)}>{text.website.title(website.domain)}</a>
        </p>
        <h1>
          <PageText>{labels.ofSite(website.domain)}</PageText>
        </h1>
        {source && <p class="soft">{labels.from(scoreSourceText(source))}</p>}
        {hasPdf && (
          <div class="actions">
            <PdfLink href={links.sharedCrawlPdf(website.shareToken)} />
          </div>
        )}
        {isOwner && <OwnerNote privacy={website.privacy} />}
      </header>
      {crawled ? (
        <CrawlOverview {...crawled} issues={issues} issueHref={(id) => `${path}/${id}`} />
      ) : (
        <WebsiteScoreRing {...website} />
      )}
      {crawled?.crawl.end === 'max_pages' && (
        <p class="notice">{text.crawls.ends[crawled.crawl.end]}</p>
      )}
      <SiteIssues
        issues={issues}
        isCrawl={crawled !== undefined}
        issueHref={(id) => `${path}/${id}`}
      />
      {crawled && (
        <>
          <CrawlStructure shape={crawled.shape} />
          <details open={crawled.number > 1}>
            <summary>{text.crawls.pageCount(crawled.pages.total, true)}</summary>
            <CrawledPagesTable name={text.crawls.pagesOf} id="pages" pages={crawled.pages.rows} />
            <Paging
              list={crawled.pages}
              page={crawled.number}
              href={(page) => `${withQuery(path, { page })}#pages`}
            />
          </details>
        </>
      )}
    </Layout>
  );
}

/** The shared page of all findings of an issue. */
export function SharedIssuePage({
  website,
  isOwner,
  issue,
  shown,
  isCrawl,
  number,
  ...page
}: IssuePageProps & {
  readonly issue: SiteIssue;
  /** The findings on this page. */
  readonly shown: List<SiteFinding>;
  /** As of `SiteIssues`. */
  readonly isCrawl: boolean;
  /** The number of this page, from 1. */
  readonly number: number;
}): VNode {
  const { links, settings } = page;
  const all = links.sharedIssues(website.shareToken);
  const path = `${all}/${issue.id}`;
  return (
    <Layout
      {...page}
      title={`${issue.title}: ${website.domain}`}
      description={issue.advice}
      indexable={settings.indexable && website.privacy === 'public' && number === 1}
      canonical={path}
    >
      {isOwner && <OwnerNote privacy={website.privacy} />}
      <IssueFindings issue={issue} shown={shown.rows} isCrawl={isCrawl} />
      <Paging list={shown} page={number} href={(to) => withQuery(path, { page: to })} />
      <p>
        <a href={all}>{text.issues.all}</a>
      </p>
    </Layout>
  );
}
