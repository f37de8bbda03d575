import type { Context } from '../context/context.ts';
import { openCheckFindings } from '../site-issues/check-findings.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import { readUrlChunks } from './read-all-urls.ts';

/** Outlines to read at once. */
const outlinesAtOnce = 50;

/**
 * What the checks of single pages found in a crawl that was stopped, so that its pages were not compared, as `findIssues`
 * has it.
 */
export async function issuesOfPages(
  context: Context,
  crawlId: number,
): Promise<readonly SiteIssue[]> {
  // Only loaded when it is called: importing the package needs none of the rules.
  const { issueChecks, issueOfCheck, worstFirst } = await import('../site-issues/find-issues.ts');
  const urls: string[] = [];
  const findings = openCheckFindings();
  const query = { outlines: true, after: 0, limit: outlinesAtOnce };
  for await (const rows of readUrlChunks(context.store, crawlId, query)) {
    for (const { url, kind, outline } of rows) {
      if (outline && kind === 'page') findings.add(urls.push(url) - 1, outline.findings);
    }
  }
  const checks = issueChecks(context);
  const issues = checks.flatMap((check) => {
    const found = findings.byCheck.get(check.id);
    return found ? issueOfCheck(check, found, urls.length, (index) => urls[index] ?? '') : [];
  });
  return worstFirst(issues, checks);
}
