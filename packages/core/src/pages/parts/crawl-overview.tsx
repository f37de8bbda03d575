import type { ComponentChildren, VNode } from 'preact';
import type { Crawl } from '../../store/crawl.ts';
import type { CrawlShape } from '../../store/crawl-shape.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import { ScoreChart } from '../charts/score-chart.tsx';
import { StatusChart } from '../charts/status-chart.tsx';
import { english as text } from '../english.ts';
import { SiteScore } from './site-score.tsx';
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
      <SiteScore crawl={crawl} />
      {children}
      <div class="dashboard">
        <section class="fix-first" aria-labelledby="fix-first">
          <h2 id="fix-first">{text.report.fixFirst}</h2>
          {found.length === 0 && <p>{text.issues.none}</p>}
          <WorstIssues found={found} hrefOf={issueHref} all={allIssues} />
        </section>
        {shape && (
          <div>
            <ScoreChart scores={shape.scores} />
            <StatusChart statuses={shape.statuses} />
          </div>
        )}
      </div>
    </>
  );
}
