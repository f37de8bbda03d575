import type { ComponentChildren, VNode } from 'preact';
import { compareCrawls } from '../../crawls/compare-crawls.ts';
import type { ChangedPage, ComparedPage } from '../../crawls/compare-pages.ts';
import type { CrawlComparison } from '../../crawls/crawl-comparison.ts';
import type { CappedList, ChangedFinding, ChangedSummary } from '../../reports/finding-changes.ts';
import type { Crawl } from '../../store/crawl.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { EvidenceQuote } from '../parts/check-item.tsx';
import { Time } from '../parts/time.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { siteOf } from './crawl-page.tsx';
import { ownerPage } from './owner-page.tsx';
import { withQuery } from './paging.tsx';

/** Rows of each list. The API has all that are compared. */
const shownRows = 100;

/** Two crawls of a website side by side. */
export const crawlComparisonPage = ownerPage({
  path: '/crawls/:id/compare/:other',
  params: { id: 'number', other: 'number' },
  operationId: 'consoleCompareCrawls',
  summary: 'Compare two crawls in the console',
  async respond({ context, ownerId, params: { id, other } }, page) {
    const comparison = await compareCrawls(context, ownerId, { from: other, to: id });
    return (
      <ConsoleLayout
        page={page}
        title={text.crawls.comparison.title(siteOf(comparison.to))}
        current="crawls"
      >
        <CrawlComparisonView comparison={comparison} links={page.links} />
      </ConsoleLayout>
    );
  },
});

function CrawlComparisonView({
  comparison,
  links,
}: {
  comparison: CrawlComparison;
  links: Links;
}): VNode {
  const { from, to, score, scoreReason, findings, changedPages } = comparison;
  const { newPages, gonePages, notes } = comparison;
  const labels = text.crawls.comparison;
  const pageLink = (crawl: Crawl) => (url: string) =>
    withQuery(`${links.crawl(crawl.id)}/pages`, { url });
  const lists = [
    ...[newPages, gonePages, ...(changedPages ? [changedPages] : [])],
    ...(findings ? [findings.found, findings.fixed, findings.changed] : []),
  ];
  return (
    <>
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>
          <PageText>{siteOf(to)}</PageText>
        </h1>
      </header>
      <div class="sides">
        <Side title={text.comparison.earlier} crawl={from} links={links} />
        <Side title={text.comparison.later} crawl={to} links={links} />
      </div>
      <p>{score === null ? scoreReason : <strong>{text.report.changed(score)}</strong>}</p>
      {lists.every(({ total }) => total === 0) && <p>{noneText(comparison)}</p>}
      {findings && (
        <>
          <Findings
            title={labels.newFindings(findings.found.total)}
            list={findings.found}
            page={pageLink(to)}
          />
          <Findings
            title={labels.fixed(findings.fixed.total)}
            list={findings.fixed}
            page={pageLink(from)}
          />
          <ChangedSummaries list={findings.changed} page={pageLink(to)} />
          {findings.remaining !== null && (
            <p class="soft">{labels.remaining(findings.remaining)}</p>
          )}
        </>
      )}
      {changedPages && <ChangedPages list={changedPages} page={pageLink(to)} />}
      <ComparedPages title={labels.newPages(newPages.total)} list={newPages} page={pageLink(to)} />
      <ComparedPages
        title={labels.gonePages(gonePages.total)}
        list={gonePages}
        page={pageLink(from)}
      />
      {notes.length > 0 && (
        <section>
          <h2>{labels.notes}</h2>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function noneText({ score, findings, changedPages }: CrawlComparison): string {
  const labels = text.crawls.comparison;
  if (findings === null) return labels.noPage;
  return score === 0 && changedPages ? labels.none : labels.noneButScores;
}

function Side({ title, crawl, links }: { title: string; crawl: Crawl; links: Links }): VNode {
  return (
    <div class="side">
      <h2>{title}</h2>
      <p class="big">
        {crawl.score === null || crawl.result === null ? (
          '–'
        ) : (
          <ScoreText score={crawl.score} result={crawl.result} />
        )}
      </p>
      <p>
        <a href={links.crawl(crawl.id)}>
          <Time date={crawl.createdAt} />
        </a>
      </p>
      <p class="soft small">{text.crawls.onePage(crawl.progress.done)}</p>
    </div>
  );
}

/** A list of differences, of which the first ones are shown. */
function Differences<Row>({
  title,
  list,
  children,
}: {
  title: string;
  list: CappedList<Row>;
  children: ComponentChildren;
}): VNode | null {
  if (list.total === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {list.total > shownRows && (
        <p class="soft small">{text.crawls.comparison.firstOf(shownRows)}</p>
      )}
      {children}
    </section>
  );
}

type PagePath = (url: string) => string;

function Findings({
  title,
  list,
  page,
}: {
  title: string;
  list: CappedList<ChangedFinding>;
  page: PagePath;
}): VNode {
  const labels = text.crawls.comparison;
  return (
    <Differences title={title} list={list}>
      <ul class="findings">
        {list.rows.slice(0, shownRows).map((finding) => (
          <li key={`${finding.url} ${finding.fingerprint}`}>
            <PageText>{finding.check === null ? finding.summary : finding.title}</PageText>{' '}
            <span class="soft small">{text.importances[finding.importance]}</span>
            {finding.evidence && (
              <p class="small">
                <EvidenceQuote {...finding.evidence} />
              </p>
            )}
            {finding.url !== null && (
              <p class="small">
                <PagePathLink url={finding.url} page={page} />
                {finding.pagesCount > 1 && ` ${text.issues.morePages(finding.pagesCount - 1)}`}
                {finding.remaining !== null && finding.remaining > 0 && (
                  <span class="soft"> {labels.stillThere(finding.remaining)}</span>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Differences>
  );
}

/** Findings with places that are not known: what was found before, and after that. */
function ChangedSummaries({
  list,
  page,
}: {
  list: CappedList<ChangedSummary>;
  page: PagePath;
}): VNode {
  const labels = text.crawls.comparison;
  return (
    <Differences title={labels.changedFindings(list.total)} list={list}>
      <ul class="findings">
        {list.rows.slice(0, shownRows).map(({ url, check, importance, title, from, to }) => (
          <li key={`${url} ${check}`}>
            <PageText>{title}</PageText>{' '}
            <span class="soft small">{text.importances[importance]}</span>
            <p class="small">
              {labels.from}: <PageText>{from}</PageText> {labels.to}: <PageText>{to}</PageText>
            </p>
            <p class="small">
              <PagePathLink url={url} page={page} />
            </p>
          </li>
        ))}
      </ul>
    </Differences>
  );
}

function ChangedPages({ list, page }: { list: CappedList<ChangedPage>; page: PagePath }): VNode {
  const labels = text.crawls.comparison;
  return (
    <Differences title={labels.changed(list.total)} list={list}>
      <Table
        name="jobs"
        rows={list.rows.slice(0, shownRows)}
        columns={[
          { label: text.crawls.page, cell: ({ url }) => <PagePathLink url={url} page={page} /> },
          { label: labels.from, kind: 'number', cell: ({ from }) => from },
          { label: labels.to, kind: 'number', cell: ({ to }) => to },
          { label: labels.change, kind: 'number', cell: ({ from, to }) => text.signed(to - from) },
        ]}
      />
    </Differences>
  );
}

function ComparedPages({
  title,
  list,
  page,
}: {
  title: string;
  list: CappedList<ComparedPage>;
  page: PagePath;
}): VNode {
  return (
    <Differences title={title} list={list}>
      <ul class="affected">
        {list.rows.slice(0, shownRows).map(({ url, score, result }) => (
          <li key={url}>
            <PagePathLink url={url} page={page} />{' '}
            {score !== null && result !== null && <ScoreText score={score} result={result} />}
          </li>
        ))}
      </ul>
    </Differences>
  );
}

function PagePathLink({ url, page }: { url: string; page: PagePath }): VNode {
  return (
    <TextLink class="url" href={page(url)}>
      {url}
    </TextLink>
  );
}
