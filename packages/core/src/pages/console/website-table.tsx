import type { VNode } from 'preact';
import type { Website } from '../../store/website.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText, TextLink } from '../parts/page-text.tsx';
import { scoreSourceText } from '../parts/score-source.ts';
import { ScoreText } from '../parts/score-text.tsx';
import { Day } from '../parts/time.tsx';
import type { CrawlProblems, ReportProblems, WebsiteOverview } from './website-overview.ts';

/** The websites of an owner, each with its score and what is open in what that is from. */
export function WebsiteTable({
  overviews,
  links,
}: {
  readonly overviews: readonly WebsiteOverview[];
  readonly links: Links;
}): VNode {
  const labels = text.console;
  return (
    <table class="stack websites">
      <thead>
        <tr>
          <th scope="col">{labels.website}</th>
          <th scope="col">{labels.score}</th>
          <th scope="col">{labels.trend}</th>
          <th scope="col" class="worst">
            {labels.openProblems}
          </th>
          <th scope="col">{labels.lastLook}</th>
        </tr>
      </thead>
      <tbody>
        {overviews.map((overview) => (
          <WebsiteRow key={overview.website.id} links={links} {...overview} />
        ))}
      </tbody>
    </table>
  );
}

function WebsiteRow({
  website,
  trend,
  problems,
  links,
}: WebsiteOverview & { readonly links: Links }): VNode {
  const labels = text.console;
  const { score, result, scoreSource } = website;
  return (
    <tr>
      <th scope="row">
        <TextLink href={links.website(website.id)}>{website.domain}</TextLink>
      </th>
      {score === null || result === null || scoreSource === null ? (
        <td colSpan={4} class="soft">
          {labels.noReports}
        </td>
      ) : (
        <>
          <td data-label={labels.score}>
            <ScoreText score={score} result={result} />{' '}
            <span class="soft small">{scoreSourceText(scoreSource)}</span>
          </td>
          <td class="trend-cell">
            <Sparkline points={trend} />
          </td>
          <td data-label={labels.openProblems}>
            {problems?.kind === 'report' && <OpenInReport problems={problems} links={links} />}
            {problems?.kind === 'crawl' && (
              <OpenInCrawl problems={problems} path={`${links.website(website.id)}/issues`} />
            )}
          </td>
          <td data-label={labels.lastLook}>
            <a href={lastLookOf(website, links)}>
              <Day date={scoreSource.measuredAt} />
            </a>
          </td>
        </>
      )}
    </tr>
  );
}

/** What was looked at last: the crawl or the report that the score is from. */
function lastLookOf({ id, scoreSource, latestReport }: Website, links: Links): string {
  const crawlId = scoreSource?.crawlId ?? null;
  if (crawlId !== null) return links.crawl(crawlId);
  return latestReport ? links.report(latestReport.id) : links.website(id);
}

/** How many findings the report has, of which page it is if there are several, and the one that costs most. */
function OpenInReport({
  problems: { id, url, failed, warned, worst },
  links,
}: {
  readonly problems: ReportProblems;
  readonly links: Links;
}): VNode {
  const labels = text.console;
  const report = links.report(id);
  if (failed + warned === 0) return <span class="soft">{labels.nothingToFix}</span>;
  return (
    <>
      <a href={`${report}#checks`}>{labels.problems(failed, warned)}</a>
      {url !== null && (
        <span class="soft small">
          {' '}
          {labels.onPage} <PageText>{url}</PageText>
        </span>
      )}
      {worst && (
        <>
          <br />
          <a class="finding small soft" href={`${report}#check-${worst.check}`}>
            <PageText>{worst.summary}</PageText>
          </a>
        </>
      )}
    </>
  );
}

/** How many issues the crawl found, and the most important one. */
function OpenInCrawl({
  problems: { issues, worst },
  path,
}: {
  readonly problems: CrawlProblems;
  /** The path of the issues. */
  readonly path: string;
}): VNode {
  const labels = text.console;
  if (issues === 0) return <span class="soft">{labels.nothingToFix}</span>;
  return (
    <>
      <a href={path}>{labels.issues(issues)}</a>
      {worst && (
        <>
          <br />
          <a class="finding small soft" href={`${path}/${worst.issue}`}>
            <PageText>{worst.summary}</PageText>
          </a>
        </>
      )}
    </>
  );
}
