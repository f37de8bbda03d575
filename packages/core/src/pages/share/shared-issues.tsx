import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { redactFindings } from '../../sharing/redact-findings.ts';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import type { ScoreSource } from '../../store/website-score.ts';
import { english as text } from '../english.ts';
import { scoreSourceText } from '../parts/score-source.ts';
import { shownFindings } from '../parts/site-issues.tsx';
import { WorstIssues } from '../parts/worst-issues.tsx';

/** The issues with the findings that a page of all issues shows, as the visitor may see them. */
export async function visibleIssues(
  context: Context,
  issues: readonly SiteIssue[],
  isOwner: boolean,
): Promise<readonly SiteIssue[]> {
  if (isOwner) return issues;
  const visible: SiteIssue[] = [];
  for (const issue of issues) {
    const shown = issue.findings.slice(0, shownFindings);
    visible.push({ ...issue, findings: await visibleFindings(context, shown, isOwner) });
  }
  return visible;
}

/** Findings as the visitor may see them. */
export async function visibleFindings(
  context: Context,
  findings: readonly SiteFinding[],
  isOwner: boolean,
): Promise<readonly SiteFinding[]> {
  return isOwner ? findings : redactFindings(context, findings);
}

/** The first issues across pages, on the shared page of a website. */
export function SharedIssuesSummary({
  source,
  issues,
  href,
}: {
  readonly source: ScoreSource;
  /** Only those of a crawl: finding them in reports takes too long for this page. */
  readonly issues: readonly SiteIssue[] | undefined;
  /** The page with all issues. */
  readonly href: string;
}): VNode {
  const labels = text.issues;
  const found = issues?.filter(({ status }) => status === 'found') ?? [];
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">{labels.title}</h2>
      <p>
        {issues && (found.length === 0 ? labels.none : `${labels.foundOf(found.length)}.`)}{' '}
        <span class="soft">{labels.from(scoreSourceText(source))}</span>
      </p>
      <WorstIssues found={found} hrefOf={(id) => `${href}/${id}`} />
      <p>
        <a href={href}>{labels.show}</a>
      </p>
    </section>
  );
}
