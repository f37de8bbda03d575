import type { Context } from '../../context/context.ts';
import { redactFindings } from '../../sharing/redact-findings.ts';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import { shownFindings } from '../parts/site-issues.tsx';

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
