import type { ComponentChildren, VNode } from 'preact';
import type { Website } from '../../websites/website.ts';
import type { HistoryInterval, HistoryPoint } from '../../websites/website-history.ts';
import { english as text } from '../english.ts';
import { HistoryChart } from './history-chart.tsx';
import { PageText } from './page-text.tsx';
import { ScoreRing } from './score-ring.tsx';

/** The top of a website's page: its name, its latest score and its history. */
export function WebsiteHead({
  website,
  points,
  interval,
  children,
}: {
  website: Website;
  points: readonly HistoryPoint[];
  interval: HistoryInterval;
  /** Below the name. */
  children?: ComponentChildren;
}): VNode {
  const { latestReport } = website;
  const own = text.website;
  return (
    <>
      <header class="report-head">
        <p class="kind">{own.kind}</p>
        <h1>
          <PageText>{website.domain}</PageText>
        </h1>
        <p class="soft">{own.summary(website.reportsCount, website.reportsAvgScore)}</p>
        {children}
      </header>
      {latestReport && (
        <section class="overview">
          <ScoreRing
            score={latestReport.score}
            result={latestReport.result}
            caption={own.latestReport}
          />
          <HistoryChart points={points} interval={interval} />
        </section>
      )}
    </>
  );
}
