import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { findPreviousCrawl } from '../../crawls/compare-crawls.ts';
import { isSameCoverage } from '../../crawls/crawl-comparison.ts';
import { createCrawl } from '../../crawls/create-crawl.ts';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { getCrawlShape } from '../../crawls/get-crawl-shape.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import type { ApiResponse } from '../../http/response/response.ts';
import { canPrint } from '../../reports/print-html.ts';
import type { Crawl, CrawlProgress } from '../../store/crawl.ts';
import type { CrawlShape } from '../../store/crawl-shape.ts';
import { isSameRuleset } from '../../store/mixed-rulesets.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import type { Website } from '../../store/website.ts';
import { isCompleteCrawl } from '../../store/website-score.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { CrawlOverview } from '../parts/crawl-overview.tsx';
import { CrawlStructure } from '../parts/crawl-structure.tsx';
import { FilterLinks } from '../parts/filter-links.tsx';
import { PdfLink } from '../parts/pdf-link.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import { SiteIssues } from '../parts/site-issues.tsx';
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
    result?.shown.view === 'pages' && result.shown.pages.issue !== undefined ? 422 : 200,
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
        {result && <SmallerNotice crawl={crawl} website={result.shared?.website} />}
        {result && <EndNotice crawl={crawl} />}
        <CrawlActions crawl={crawl} result={result} page={page} hasPdf={canPrint(context)} />
        {result ? (
          <>
            <FilterLinks
              areViews
              label={text.crawls.viewsOf}
              values={viewsOf(crawl)}
              current={result.shown.view}
              href={(view) => withQuery(path, { view: view === 'overview' ? undefined : view })}
              name={(view) => text.crawls.views[view]}
            />
            <CrawlView crawl={crawl} shown={result.shown} links={links} />
          </>
        ) : (
          <CrawlFacts crawl={crawl} />
        )}
      </Live>
    </ConsoleLayout>,
  );
}

/** The name of what is crawled. */
export function siteOf({ origin, url }: Crawl): string {
  return origin ?? url;
}

/** The views of a crawl that is done. */
const views = ['overview', 'findings', 'pages', 'structure', 'about'] as const;

type View = (typeof views)[number];

/** The views that a crawl has: those of the whole site only when it is done. */
function viewsOf({ status, progress }: Crawl): readonly View[] {
  if (status === 'done') return views;
  return progress.discovered > 0 ? ['pages', 'about'] : ['about'];
}

type Importance = SiteIssue['importance'];

const importances: readonly Importance[] = ['high', 'medium', 'low', 'info'];

/** What a view of a crawl shows. */
type Shown =
  | {
      readonly view: 'overview';
      readonly issues: readonly SiteIssue[];
      readonly shape: CrawlShape | null;
      readonly previous: Crawl | undefined;
    }
  | {
      readonly view: 'findings';
      readonly issues: readonly SiteIssue[];
      /** Only those of this importance. */
      readonly importance: Importance | undefined;
      readonly newIssues: ReadonlySet<string>;
    }
  | { readonly view: 'pages'; readonly pages: ListedCrawlPages }
  | { readonly view: 'structure'; readonly shape: CrawlShape | null }
  | { readonly view: 'about' };

/** What the page of a crawl that has ended shows. */
interface Result {
  readonly shown: Shown;
  /** The website, and whether its shared page shows this crawl. `undefined` while no crawl can be shared. */
  readonly shared: { readonly website: Website; readonly isShown: boolean } | undefined;
}

async function resultOf(request: OwnerRequest, crawl: Crawl): Promise<Result> {
  const { context, ownerId, query } = request;
  const offered = viewsOf(crawl);
  const view = offered.find((name) => name === query.get('view')) ?? offered[0] ?? 'about';
  const [shown, shared] = await Promise.all([
    shownBy(request, crawl, view),
    crawl.status === 'done' ? sharedBy(context, ownerId, crawl) : undefined,
  ]);
  return { shown, shared };
}

/** Reads what a view shows, and nothing else: a crawl may have 100,000 pages. */
async function shownBy(request: OwnerRequest, crawl: Crawl, view: View): Promise<Shown> {
  const { context, ownerId } = request;
  if (view === 'about') return { view };
  if (view === 'pages') return { view, pages: await listedCrawlPages(request, crawl) };
  if (view === 'structure') return { view, shape: await getCrawlShape(context, ownerId, crawl.id) };
  const [issues, previous] = await Promise.all([
    listCrawlIssues(context, ownerId, crawl.id),
    findPreviousCrawl(context, ownerId, crawl),
  ]);
  if (view === 'overview') {
    return { view, issues, previous, shape: await getCrawlShape(context, ownerId, crawl.id) };
  }
  const importance = importances.find(
    (name) =>
      name === request.query.get('importance') &&
      issues.some((issue) => issue.status === 'found' && issue.importance === name),
  );
  const newIssues = await newIssuesOf(request, crawl, previous, issues);
  return { view, issues, importance, newIssues };
}

/** The ids of the issues that the crawl before did not find; none if the two cannot be compared. */
async function newIssuesOf(
  { context, ownerId }: OwnerRequest,
  crawl: Crawl,
  previous: Crawl | undefined,
  issues: readonly SiteIssue[],
): Promise<ReadonlySet<string>> {
  if (!previous || !isComparable(crawl, previous)) return new Set();
  // It may have been deleted meanwhile.
  const before = (await context.store.crawls.issues(ownerId, previous.id)) ?? [];
  const absent = new Set(before.flatMap(({ id, status }) => (status === 'none' ? id : [])));
  return new Set(
    issues.flatMap(({ id, status }) => (status === 'found' && absent.has(id) ? id : [])),
  );
}

function isComparable(crawl: Crawl, previous: Crawl): boolean {
  return isSameRuleset(crawl, previous) && isSameCoverage(crawl, previous);
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
  hasPdf,
}: {
  crawl: Crawl;
  result: Result | undefined;
  page: ConsoleContext;
  hasPdf: boolean;
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
            changePrivacy={`${links.websiteSettings(shared.website.id)}#privacy`}
          >
            <p>{shared.isShown ? labels.sharesLast : labels.sharesOther}</p>
          </ShareLink>
        )}
        <form method="post" action={path} data-busy={labels.creating}>
          <button type="submit">{labels.again}</button>
        </form>
        <PrintButton />
        <PdfLink href={hasPdf ? `${path}/crawl.pdf` : undefined} />
      </div>
    </div>
  );
}

function CrawlView({ crawl, shown, links }: { crawl: Crawl; shown: Shown; links: Links }): VNode {
  const labels = text.crawls;
  const path = links.crawl(crawl.id);
  if (shown.view === 'overview') {
    const { shape, issues, previous } = shown;
    return (
      <CrawlOverview
        crawl={crawl}
        shape={shape}
        issues={issues}
        issueHref={(id) => `${path}/issues/${id}`}
        allIssues={withQuery(path, { view: 'findings' })}
      >
        {previous && <SincePrevious crawl={crawl} previous={previous} links={links} />}
      </CrawlOverview>
    );
  }
  if (shown.view === 'findings') {
    const { issues, importance, newIssues } = shown;
    const found = issues.filter(({ status }) => status === 'found');
    return (
      <>
        <ImportanceFilter issues={found} importance={importance} path={path} />
        <SiteIssues
          issues={importance ? found.filter((issue) => issue.importance === importance) : issues}
          newIssues={newIssues}
          isCrawl
          issueHref={(id) => `${path}/issues/${id}`}
          pageHref={(url) => withQuery(`${path}/pages`, { url })}
          pagesHref={(check) => withQuery(path, { view: 'pages', check })}
        />
        <Download href={`${path}/issues.csv`}>{labels.issuesCsv}</Download>
      </>
    );
  }
  if (shown.view === 'pages') {
    return (
      <>
        <CrawlPageList pages={shown.pages} crawl={crawl} links={links} />
        <Download href={`${path}/pages.csv`}>{labels.pagesCsv}</Download>
      </>
    );
  }
  if (shown.view === 'structure') {
    return (
      <CrawlStructure
        shape={shown.shape}
        href={(folder) => withQuery(path, { view: 'pages', search: folder })}
      />
    );
  }
  return (
    <>
      <CrawlFacts crawl={crawl} />
      <Download href={`${path}/crawl.json`}>{labels.json}</Download>
      <p class="screen">
        <a href={`${path}/delete`}>{labels.delete}</a>
      </p>
    </>
  );
}

function ImportanceFilter({
  issues,
  importance,
  path,
}: {
  issues: readonly SiteIssue[];
  importance: Importance | undefined;
  path: string;
}): VNode {
  const labels = text.issues;
  const countOf = (name: Importance) => issues.filter((issue) => issue.importance === name).length;
  return (
    <FilterLinks
      label={labels.filterImportance}
      values={[undefined, ...importances.filter((name) => countOf(name) > 0)]}
      current={importance}
      href={(name) => withQuery(path, { view: 'findings', importance: name })}
      name={(name) =>
        name === undefined
          ? labels.allImportances(issues.length)
          : labels.ofImportance(name, countOf(name))
      }
    />
  );
}

function Download({ href, children }: { href: string; children: string }): VNode {
  return (
    <p class="screen">
      <a href={href} download>
        {children}
      </a>
    </p>
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
  const canCompare = isComparable(crawl, previous);
  const change =
    crawl.score === null || previous.score === null ? null : crawl.score - previous.score;
  return (
    <p>
      {canCompare && change !== null && <strong>{text.report.changed(change)} </strong>}
      {canCompare
        ? change === null
          ? labels.comparedWith
          : labels.since
        : isSame
          ? labels.otherPages
          : labels.notComparable}{' '}
      <a href={links.crawl(previous.id)}>
        {labels.againstPrevious(text.dateTime(previous.createdAt))}
      </a>
      . <a href={`${links.crawl(crawl.id)}/compare/${previous.id}`}>{labels.compare}</a>
    </p>
  );
}
