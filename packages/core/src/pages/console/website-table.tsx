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
  const own = text.console;
  return (
    <table class="stack websites">
      <thead>
        <tr>
          <th scope="col">{own.website}</th>
          <th scope="col">{own.score}</th>
          <th scope="col">{own.trend}</th>
          <th scope="col">{own.lastReport}</th>
          <th scope="col" class="worst">
            {own.worstFinding}
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
  const own = text.console;
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
          {own.noReports}
        </td>
      ) : (
        <>
          <td data-label={own.score}>
            <ScoreText score={latest.score} result={latest.result} />
          </td>
          <td class="trend-cell">
            <Sparkline points={scores.map((last) => ({ last }))} />
          </td>
          <td data-label={own.lastReport}>
            <a href={links.report(latest.id)}>
              <Day date={latest.createdAt} />
            </a>
          </td>
          <td data-label={own.worstFinding}>
            {worst ? (
              <a class="finding" href={`${links.report(latest.id)}#check-${worst.check}`}>
                <PageText>{worst.summary}</PageText>
              </a>
            ) : (
              <span class="soft">{own.nothingToFix}</span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}
