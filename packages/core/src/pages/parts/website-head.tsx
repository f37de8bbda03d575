import type { ComponentChildren, VNode } from 'preact';
import type { Website } from '../../store/website.ts';
import type { HistoryInterval, WebsiteHistory } from '../../websites/website-history.ts';
import { HistoryChart } from '../charts/history-chart.tsx';
import { english as text } from '../english.ts';
import { PageText } from './page-text.tsx';
import { WebsiteScoreRing } from './website-score-ring.tsx';

/** The top of a website's page: its name, its score and its history. */
export function WebsiteHead({
  website,
  history,
  interval,
  children,
}: {
  website: Website;
  history: WebsiteHistory;
  interval: HistoryInterval;
  /** Below the name. */
  children?: ComponentChildren;
}): VNode {
  const labels = text.website;
  return (
    <>
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>
          <PageText>{website.domain}</PageText>
        </h1>
        {website.score === null && <p class="soft">{labels.noScore}</p>}
        {children}
      </header>
      {website.score !== null && (
        <section class="overview">
          <WebsiteScoreRing {...website} />
          <HistoryChart history={history} interval={interval} />
        </section>
      )}
    </>
  );
}
