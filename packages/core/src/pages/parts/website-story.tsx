import type { VNode } from 'preact';
import { findingsOf } from '../../records/findings.ts';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import type { WebsiteTrend } from '../../websites/website-history.ts';
import { Sparkline } from '../charts/sparkline.tsx';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { maxNext, type OpenFindings } from '../open-findings.ts';
import { Gain } from './gain.tsx';
import { WebsiteScoreRing } from './website-score-ring.tsx';
import { WorstIssues } from './worst-issues.tsx';

/** Where what is open on a website leads to. */
interface StoryLinks {
  /** The page of all issues. */
  readonly issues: string;
  readonly report: (report: Report) => string;
  /** The page that compares the last look with the one before; `undefined` where there is none. */
  readonly comparison: string | undefined;
}

/** Properties of {@link WebsiteStory}. */
interface WebsiteStoryProps {
  readonly website: Website;
  readonly trend: WebsiteTrend;
  readonly open: OpenFindings | undefined;
  readonly links: StoryLinks;
}

/** Where a website stands, where it goes, and what to do next. */
export function WebsiteStory({ website, trend, open, links }: WebsiteStoryProps): VNode | null {
  if (website.score === null) return null;
  return (
    <div class="answers">
      <section class="verdict" aria-label={text.website.standing}>
        <WebsiteScoreRing {...website} />
        <div>
          <p>
            <ChangeText trend={trend} />
          </p>
          {trend.change && <Sparkline points={trend.points} />}
          {open && <Counts open={open} comparison={links.comparison} />}
        </div>
      </section>
      <NextSteps open={open} links={links} />
    </div>
  );
}

function ChangeText({ trend: { points, change } }: Pick<WebsiteStoryProps, 'trend'>): VNode {
  const labels = text.website;
  if (change === null) {
    return <span class="soft">{points.length < 2 ? labels.firstLook : labels.otherLook}</span>;
  }
  return (
    <>
      <strong>{text.report.changed(change.points)}</strong>{' '}
      {text.report.changedSince(text.day(change.since))}.
    </>
  );
}

/** How much is open, and how much of it is new. */
function Counts({
  open,
  comparison,
}: {
  readonly open: OpenFindings;
  readonly comparison: string | undefined;
}): VNode {
  const labels = text.website;
  const { change } = open;
  const count = open.kind === 'crawl' ? open.count : findingsOf(open.report).length;
  return (
    <p>
      {open.kind === 'crawl'
        ? labels.openIssues(count)
        : labels.openFindings(count, open.isOneOfSeveral)}
      {change && labels.changedFindings(change.added, change.fixed)}.{' '}
      {change && comparison && <a href={comparison}>{labels.compare}</a>}
    </p>
  );
}

/** The findings that cost most, each with what fixing it gains. */
function NextSteps({ open, links }: Pick<WebsiteStoryProps, 'open' | 'links'>): VNode {
  const labels = text.website;
  return (
    <section class="fix-first" aria-labelledby="next">
      <h2 id="next">{labels.next}</h2>
      {open?.kind === 'report' && <StepsOfReport open={open} path={links.report(open.report)} />}
      {open?.kind === 'crawl' && <StepsOfCrawl open={open} path={links.issues} />}
      <p>
        <a href={links.issues}>{text.issues.show}</a>
      </p>
    </section>
  );
}

function StepsOfReport({
  open: { report, isOneOfSeveral },
  path,
}: {
  readonly open: Extract<OpenFindings, { kind: 'report' }>;
  readonly path: string;
}): VNode {
  const steps = findingsOf(report).slice(0, Math.min(maxNext, report.fixFirst.length));
  return (
    <>
      {isOneOfSeveral && (
        <p class="soft small">
          {text.website.onLowest} <PageText>{report.url}</PageText>
        </p>
      )}
      {steps.length === 0 && <p>{text.report.nothingToFix}</p>}
      <ol>
        {steps.map(({ id, summary, ...gain }) => (
          <li key={id}>
            <TextLink href={`${path}#check-${id}`}>{summary}</TextLink> <Gain {...gain} />
          </li>
        ))}
      </ol>
    </>
  );
}

function StepsOfCrawl({
  open: { next, count },
  path,
}: {
  readonly open: Extract<OpenFindings, { kind: 'crawl' }>;
  readonly path: string;
}): VNode {
  const labels = text.issues;
  return (
    <>
      {next.length === 0 && <p>{count === 0 ? labels.none : text.website.onlyNotes(count)}</p>}
      <WorstIssues found={next} hrefOf={(id) => `${path}/${id}`} />
    </>
  );
}
