import type { VNode } from 'preact';
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
  trend,
  worst,
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
          <td data-label={labels.lastReport}>
            {latest && (
              <a href={links.report(latest.id)}>
                <Day date={latest.createdAt} />
              </a>
            )}
          </td>
          <td data-label={labels.worstFinding}>
            {worst && latest ? (
              <a class="finding" href={`${links.report(latest.id)}#check-${worst.check}`}>
                <PageText>{worst.summary}</PageText>
              </a>
            ) : (
              <span class="soft">{latest && labels.nothingToFix}</span>
            )}
          </td>
        </>
      )}
    </tr>
  );
}
