import type { ComponentChildren, VNode } from 'preact';
import type { Crawl } from '../../store/crawl.ts';
import type { CrawlShape } from '../../store/crawl-shape.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import { ScoreChart } from '../charts/score-chart.tsx';
import { StatusChart } from '../charts/status-chart.tsx';
import { english as text } from '../english.ts';
import { ScoreRing } from './score-ring.tsx';
import { WorstIssues } from './worst-issues.tsx';

/** A crawl that is done at a glance: how good the site is, what to fix first, and how its pages differ. */
export function CrawlOverview({
  crawl,
  shape,
  issues,
  issueHref = (id) => `#issue-${id}`,
  allIssues,
  children,
}: {
  readonly crawl: Crawl;
  readonly shape: CrawlShape | null;
  /** As visitors may see them. */
  readonly issues: readonly SiteIssue[];
  /** The page of an issue. Default: its place on this page. */
  readonly issueHref?: (id: string) => string;
  /** As of `WorstIssues`. */
  readonly allIssues?: string;
  /** What changed since the crawl before. */
  readonly children?: ComponentChildren;
}): VNode {
  const found = issues.filter(({ status }) => status === 'found');
  return (
    <>
      <div class="answers">
        <section class="verdict" aria-label={text.crawls.siteScore}>
          <SiteScore crawl={crawl}>{children}</SiteScore>
        </section>
        <section class="fix-first" aria-labelledby="fix-first">
          <h2 id="fix-first">{text.report.fixFirst}</h2>
          {found.length === 0 && <p>{text.issues.none}</p>}
          <WorstIssues found={found} hrefOf={issueHref} all={allIssues} />
        </section>
      </div>
      {shape && (
        <div class="dashboard">
          <ScoreChart scores={shape.scores} />
          <StatusChart statuses={shape.statuses} />
        </div>
      )}
    </>
  );
}

/** The score of a site as a ring, what it is from, and how it came about. */
function SiteScore({
  crawl: { score, result, progress, createdAt },
  children,
}: {
  readonly crawl: Crawl;
  readonly children: ComponentChildren;
}): VNode {
  const labels = text.crawls;
  if (score === null || result === null) return <p>{labels.noScore}</p>;
  const mean = progress.scoreSum / progress.done;
  // The score is rounded: less than half a point is not a cost.
  const cost = Math.abs(mean - score) < 0.5 ? 0 : mean - score;
  return (
    <>
      <ScoreRing score={score} result={result}>
        <p class="soft small">{text.website.source('crawl', progress.done, text.day(createdAt))}</p>
      </ScoreRing>
      <div>
        {children}
        <p class="soft small">{labels.howScored(score, progress.done, mean, Math.max(0, cost))}</p>
      </div>
    </>
  );
}
