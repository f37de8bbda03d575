import type { VNode } from 'preact';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { crawlPageNotFound, getCrawlPage, listCrawlPages } from '../../crawls/list-crawl-pages.ts';
import type { PageAnalysis } from '../../reports/analyze-page.ts';
import type { Crawl, CrawlPage } from '../../store/crawl.ts';
import { categoryScoresOf } from '../../store/report.ts';
import { PageLink, PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { checkFilterOf } from '../parts/check-list.tsx';
import { Facts } from '../parts/page-facts.tsx';
import { ReportView } from '../parts/report-view.tsx';
import { seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { siteOf } from './crawl-page.tsx';
import { numberOr, PageReason } from './crawl-page-list.tsx';
import { refusalOf } from './form.ts';
import { type OwnerRequest, ownerPage } from './owner-page.tsx';

/** Leads to a page of a crawl by its URL, as issues name it. */
const findPage = ownerPage({
  path: '/crawls/:id/pages',
  params: { id: 'number' },
  operationId: 'consoleFindCrawlPage',
  summary: 'Lead to a page of a crawl by its URL',
  async respond(request, { links }) {
    const page = await pageOf(request);
    return seeOther(`${links.crawl(request.params.id)}/pages/${page}`);
  },
});

async function pageOf({
  context,
  ownerId,
  params,
  query,
}: OwnerRequest<{ readonly id: 'number' }>): Promise<number> {
  const url = query.get('url') ?? '';
  if (url === '') throw crawlPageNotFound();
  try {
    const { rows } = await listCrawlPages(context, ownerId, params.id, { url, perPage: 10 });
    const [page] = rows;
    if (page !== undefined) return page.id;
  } catch (error) {
    // No URL: no page has it.
    if (refusalOf(error, ['url']).status !== 422) throw error;
  }
  throw crawlPageNotFound();
}

const showPage = ownerPage({
  path: '/crawls/:id/pages/:page',
  params: { id: 'number', page: 'number' },
  operationId: 'consoleCrawlPage',
  summary: 'Show a page of a crawl in the console',
  async respond({ context, ownerId, params: { id, page: pageId }, query }, page) {
    const { links } = page;
    const [crawl, crawled] = await Promise.all([
      getCrawl(context, ownerId, id),
      getCrawlPage(context, ownerId, id, pageId),
    ]);
    const report = analysisOf(crawl, crawled);
    const facts = <PlaceFacts crawl={crawl} page={crawled} links={links} />;
    return (
      <ConsoleLayout
        page={page}
        title={text.report.title(crawled.title ?? crawled.url)}
        current="crawls"
      >
        {report ? (
          <ReportView
            report={report}
            previous={undefined}
            comparison={undefined}
            filter={checkFilterOf(query)}
            path={`${links.crawl(id)}/pages/${pageId}`}
          >
            {facts}
          </ReportView>
        ) : (
          <header class="report-head">
            <p class="kind">{text.crawls.page}</p>
            <h1>
              <PageText>{crawled.url}</PageText>
            </h1>
            <p>
              <PageLink url={crawled.url} />
            </p>
            {facts}
          </header>
        )}
      </ConsoleLayout>
    );
  },
});

/** The pages about single pages of a crawl. */
export const crawledPages = [findPage, showPage] as const;

/** A page of a crawl as a report shows it. `undefined` if it has no score. */
function analysisOf(
  crawl: Crawl,
  { details, score, result, httpStatus, url, title }: CrawlPage,
): PageAnalysis | undefined {
  if (details === null || score === null || result === null || httpStatus === null)
    return undefined;
  return {
    ...details,
    url,
    finalUrl: url,
    title,
    score,
    result,
    httpStatus,
    categoryScores: categoryScoresOf(details),
    domain: crawl.domain ?? '',
    rulesetVersion: crawl.rulesetVersion ?? '',
    createdAt: crawl.startedAt ?? crawl.createdAt,
  };
}

/** Where a page is in the site. */
function PlaceFacts({
  crawl,
  page,
  links,
}: {
  crawl: Crawl;
  page: CrawlPage;
  links: Links;
}): VNode {
  const labels = text.crawls;
  const isKnown = crawl.status === 'done';
  return (
    <Facts
      facts={{
        [labels.ofCrawl]: (
          <TextLink href={links.crawl(crawl.id)}>
            {labels.crawlOf(siteOf(crawl), text.day(crawl.createdAt))}
          </TextLink>
        ),
        [labels.state]: page.state !== 'done' && <PageReason page={page} />,
        [labels.clicksAway]: numberOr(page.depth, isKnown ? labels.notLinked : labels.unknown),
        [labels.inlinks]: numberOr(page.inlinks, labels.unknown),
        [labels.inSitemap]: page.inSitemap ? labels.yes : labels.no,
      }}
    />
  );
}
