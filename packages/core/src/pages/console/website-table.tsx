import type { VNode } from 'preact';
import type { Website } from '../../store/website.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText } from '../parts/page-text.tsx';
import { scoreSourceText } from '../parts/score-source.ts';
import { ScoreText } from '../parts/score-text.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { Day } from '../parts/time.tsx';
import type { WebsiteOverview } from './website-overview.ts';

/** The websites of an owner with their latest report. */
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
  const { score, result, scoreSource, latestReport: latest } = website;
  return (
    <tr>
      <th scope="row">
        <a href={links.website(website.id)}>
          <PageText>{website.domain}</PageText>
        </a>
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
            {problems && latest && <OpenProblems {...problems} report={links.report(latest.id)} />}
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

/** How many findings the latest report has, and the one that costs most. */
function OpenProblems({
  failed,
  warned,
  worst,
  report,
}: NonNullable<WebsiteOverview['problems']> & {
  /** The path of the report. */
  readonly report: string;
}): VNode {
  const labels = text.console;
  if (failed + warned === 0) return <span class="soft">{labels.nothingToFix}</span>;
  return (
    <>
      <a href={`${report}#checks`}>{labels.problems(failed, warned)}</a>
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
