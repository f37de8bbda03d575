import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText } from '../parts/page-text.tsx';
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
          <th scope="col">{labels.lastReport}</th>
          <th scope="col" class="worst">
            {labels.worstFinding}
          </th>
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
  scores,
  worst,
  links,
}: WebsiteOverview & { readonly links: Links }): VNode {
  const labels = text.console;
  const latest = website.latestReport;
  return (
    <tr>
      <th scope="row">
        <a href={links.website(website.id)}>
          <PageText>{website.domain}</PageText>
        </a>
      </th>
      {latest === null ? (
        <td colSpan={4} class="soft">
          {labels.noReports}
        </td>
      ) : (
        <>
          <td data-label={labels.score}>
            <ScoreText score={latest.score} result={latest.result} />
          </td>
          <td class="trend-cell">
            <Sparkline points={scores.map((last) => ({ last }))} />
          </td>
          <td data-label={labels.lastReport}>
            <a href={links.report(latest.id)}>
              <Day date={latest.createdAt} />
            </a>
          </td>
          <td data-label={labels.worstFinding}>
            {worst ? (
              <a class="finding" href={`${links.report(latest.id)}#check-${worst.check}`}>
                <PageText>{worst.summary}</PageText>
              </a>
            ) : (
              <span class="soft">{labels.nothingToFix}</span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}
