import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { findPreviousCrawl } from '../../crawls/compare-crawls.ts';
import { countCrawlDepths } from '../../crawls/count-crawl-depths.ts';
import { isSameCoverage } from '../../crawls/crawl-comparison.ts';
import { createCrawl } from '../../crawls/create-crawl.ts';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import type { ApiResponse } from '../../http/response/response.ts';
import type { Crawl, CrawlProgress } from '../../store/crawl.ts';
import { isSameRuleset } from '../../store/mixed-rulesets.ts';
import type { Website } from '../../store/website.ts';
import { isCompleteCrawl } from '../../store/website-score.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { DepthChart } from '../parts/depth-chart.tsx';
import { PageText, TextLink } from '../parts/page-text.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { SiteIssues } from '../parts/site-issues.tsx';
import { SiteScore } from '../parts/site-score.tsx';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { CrawlFacts } from './crawl-facts.tsx';
import { CrawlPageList, type ListedCrawlPages, listedCrawlPages } from './crawl-page-list.tsx';
import { FieldError } from './field.tsx';
import type { Form } from './form.ts';
import { Live } from './live.tsx';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { ShareLink } from './share-link.tsx';

/** How long a crawl waits before the page says that a worker has to run. */
const waitingMs = 10_000;

/** A crawl: how far it is, and when it has ended, what it found. The form crawls the same again. */
export const crawlPages = formPages({
  path: '/crawls/:id',
  params: { id: 'number' },
  show: { operationId: 'consoleCrawl', summary: 'Show a crawl in the console' },
  send: { operationId: 'consoleCrawlAgain', summary: 'Crawl a website again in the console' },
  fields: ['url'],
  respond: respondCrawl,
  async take({ context, ownerId, params }, { links }) {
    const crawl = await getCrawl(context, ownerId, params.id);
    const { url, maxPages, source, recrawl, include, exclude } = crawl;
    const input = { url, maxPages, source, recrawl, include, exclude };
    const { id } = await createCrawl(context, ownerId, input);
    return links.crawl(id);
  },
});

async function respondCrawl(
  request: OwnerRequest<{ readonly id: 'number' }>,
  page: ConsoleContext,
  refused?: Form,
): Promise<ApiResponse> {
  const { context, ownerId, query, params } = request;
  const crawl = await getCrawl(context, ownerId, params.id);
  const { links } = page;
  const path = links.crawl(crawl.id);
  const isOpen = crawl.endedAt === null;
  // While it runs, the page is loaded every few seconds: it reads no pages of the crawl.
  const result = isOpen ? undefined : await resultOf(request, crawl);
  const waitedMs = context.now().getTime() - crawl.createdAt.getTime();
  return pageResponse(
    result?.pages.issue === undefined ? 200 : 422,
    <ConsoleLayout
      page={page}
      title={text.crawls.crawlOf(siteOf(crawl), text.day(crawl.createdAt))}
      current="crawls"
    >
      <header class="report-head">
        <p class="kind">{text.crawls.crawl(crawl.id)}</p>
        <h1>
          <PageText>{siteOf(crawl)}</PageText>
        </h1>
        {crawl.websiteId !== null && crawl.domain !== null && (
          <p>
            {text.crawls.website}{' '}
            <TextLink href={links.website(crawl.websiteId)}>{crawl.domain}</TextLink>
          </p>
        )}
      </header>
      <FieldError name="url" label={text.crawls.url} issue={refused?.issues.url?.[0]} />
      <Live isActive={isOpen} href={withQuery(path, Object.fromEntries(query))}>
        {isOpen && (
          <CrawlProgressView
            crawl={crawl}
            isWaiting={crawl.status === 'queued' && waitedMs >= waitingMs}
          />
        )}
        {result && crawl.status === 'done' && <SiteScore crawl={crawl} />}
        {result && <SmallerNotice crawl={crawl} website={result.shared?.website} />}
        <CrawlActions crawl={crawl} result={result} page={page} />
        {result && <CrawlResult crawl={crawl} result={result} links={links} />}
        <CrawlFacts crawl={crawl} />
      </Live>
    </ConsoleLayout>,
  );
}

/** The name of what is crawled. */
export function siteOf({ origin, url }: Crawl): string {
  return origin ?? url;
}

/** What the page of a crawl that has ended shows. */
interface Result {
  readonly issues: Awaited<ReturnType<typeof listCrawlIssues>>;
  readonly depths: Awaited<ReturnType<typeof countCrawlDepths>>;
  readonly previous: Crawl | undefined;
  readonly pages: ListedCrawlPages;
  /** The website, and whether its shared page shows this crawl. `undefined` while no crawl can be shared. */
  readonly shared: { readonly website: Website; readonly isShown: boolean } | undefined;
}

async function resultOf(request: OwnerRequest, crawl: Crawl): Promise<Result> {
  const { context, ownerId } = request;
  const pages = await listedCrawlPages(request, crawl);
  if (crawl.status !== 'done') {
    return { issues: [], depths: [], previous: undefined, pages, shared: undefined };
  }
  const [issues, depths, previous, shared] = await Promise.all([
    listCrawlIssues(context, ownerId, crawl.id),
    countCrawlDepths(context, ownerId, crawl.id),
    findPreviousCrawl(context, ownerId, crawl),
    sharedBy(context, ownerId, crawl),
  ]);
  return { issues, depths, previous, pages, shared };
}

async function sharedBy(
  context: Context,
  ownerId: string,
  { id, websiteId }: Crawl,
): Promise<Result['shared']> {
  if (websiteId === null) return undefined;
  const website = await getWebsite(context, ownerId, websiteId);
  return { website, isShown: website.scoreSource?.crawlId === id };
}

/** URLs that were requested, or needed no request. */
function crawledOf({ done, redirected, failed, skipped }: CrawlProgress): number {
  return done + redirected + failed + (skipped.not_html ?? 0);
}

function skippedOf({ skipped }: CrawlProgress): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}

function CrawlProgressView({ crawl, isWaiting }: { crawl: Crawl; isWaiting: boolean }): VNode {
  const labels = text.crawls;
  const { progress } = crawl;
  const crawled = crawledOf(progress);
  const open = progress.queued + progress.running;
  const isComparing = crawl.status === 'running' && open === 0 && crawled > 0;
  return (
    <>
      <div class="progress">
        <label for="progress">{labels.progress}</label>
        <progress
          id="progress"
          value={crawled}
          max={Math.max(1, crawled + open)}
          aria-describedby="finished"
        />
        <p id="finished" aria-live="polite">
          {crawled + open === 0 ? labels.notStarted : labels.crawled(crawled, crawled + open)}
        </p>
        <p class="soft small">{labels.numbers(progress, skippedOf(progress))}</p>
        <p class="soft small">{isComparing && labels.comparing}</p>
      </div>
      <div>{isWaiting && <p class="notice">{labels.waiting}</p>}</div>
    </>
  );
}

function CrawlActions({
  crawl,
  result,
  page: { links, settings },
}: {
  crawl: Crawl;
  result: Result | undefined;
  page: ConsoleContext;
}): VNode {
  const labels = text.crawls;
  const path = links.crawl(crawl.id);
  const shared = settings.share ? result?.shared : undefined;
  if (crawl.endedAt === null) {
    return (
      <div class="actions">
        <a class="button plain" href={`${path}/cancel`}>
          {labels.cancel}
        </a>
        <a class="button plain" href={`${path}/delete`}>
          {labels.delete}
        </a>
      </div>
    );
  }
  return (
    <div class="screen">
      <div class="actions">
        {shared && (
          <ShareLink
            url={links.absolute(links.sharedIssues(shared.website.shareToken))}
            privacy={shared.website.privacy}
            changePrivacy={`${links.website(shared.website.id)}#privacy`}
          >
            <p>{shared.isShown ? labels.sharesLast : labels.sharesOther}</p>
          </ShareLink>
        )}
        <form method="post" action={path} data-busy={labels.creating}>
          <button type="submit">{labels.again}</button>
        </form>
        <PrintButton />
      </div>
      <ul class="inline">
        <li>
          <a href={`${path}/pages.csv`} download>
            {labels.pagesCsv}
          </a>
        </li>
        <li>
          <a href={`${path}/issues.csv`} download>
            {labels.issuesCsv}
          </a>
        </li>
        <li>
          <a href={`${path}/crawl.json`} download>
            {labels.json}
          </a>
        </li>
        <li>
          <a href={`${path}/delete`}>{labels.delete}</a>
        </li>
      </ul>
    </div>
  );
}

function CrawlResult({
  crawl,
  result: { issues, depths, previous, pages },
  links,
}: {
  crawl: Crawl;
  result: Result;
  links: Links;
}): VNode {
  const path = links.crawl(crawl.id);
  const isDone = crawl.status === 'done';
  return (
    <>
      <EndNotice crawl={crawl} />
      {previous && <SincePrevious crawl={crawl} previous={previous} links={links} />}
      {isDone && (
        <SiteIssues
          issues={issues}
          isCrawl
          issueHref={(id) => `${path}/issues/${id}`}
          pageHref={(url) => withQuery(`${path}/pages`, { url })}
          pagesHref={(check) => `${withQuery(path, { check })}#pages`}
        />
      )}
      {crawl.progress.discovered > 0 && <CrawlPageList pages={pages} crawl={crawl} links={links} />}
      <DepthChart depths={depths} />
    </>
  );
}

/** That a complete crawl does not count for the score of its website, as an older one had more pages. */
function SmallerNotice({
  crawl: { id, status, end, include, score, progress },
  website,
}: {
  crawl: Crawl;
  website: Website | undefined;
}): VNode | null {
  const source = website?.scoreSource;
  if (status !== 'done' || !isCompleteCrawl({ end, include, score })) return null;
  // A newer crawl may have replaced it.
  if (!source || source.crawlId === null || source.crawlId >= id) return null;
  return <p class="notice">{text.crawls.isSmaller(progress.done, source.pages)}</p>;
}

/** Why a crawl ended, unless it is complete. */
function EndNotice({ crawl: { status, end, error } }: { crawl: Crawl }): VNode | null {
  const labels = text.crawls;
  if (status === 'canceled') return <p class="notice">{labels.canceledText}</p>;
  if (end === null || end === 'complete') return null;
  return (
    <div class="notice">
      <p>{labels.ends[end]}</p>
      {error && (
        <p>
          <PageText>{error.issues?.url?.[0] ?? error.message}</PageText>
        </p>
      )}
    </div>
  );
}

function SincePrevious({
  crawl,
  previous,
  links,
}: {
  crawl: Crawl;
  previous: Crawl;
  links: Links;
}): VNode {
  const labels = text.crawls;
  const isSame = isSameRuleset(crawl, previous);
  const isComparable = isSame && isSameCoverage(crawl, previous);
  const change =
    crawl.score === null || previous.score === null ? null : crawl.score - previous.score;
  return (
    <p>
      {isComparable && change !== null && <strong>{text.report.changed(change)} </strong>}
      {isComparable ? labels.since : isSame ? labels.otherPages : labels.notComparable}{' '}
      <a href={links.crawl(previous.id)}>
        {labels.againstPrevious(text.dateTime(previous.createdAt))}
      </a>
      . <a href={`${links.crawl(crawl.id)}/compare/${previous.id}`}>{labels.compare}</a>
    </p>
  );
}
