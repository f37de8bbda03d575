import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import { listCrawls } from '../../crawls/list-crawls.ts';
import type { SharedWebsite } from '../../sharing/find-shared.ts';
import { redactFindings } from '../../sharing/redact-findings.ts';
import type { Crawl } from '../../store/crawl.ts';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import { english as text } from '../english.ts';
import { missingAsUndefined } from '../missing.ts';
import { PageText } from '../parts/page-text.tsx';
import { ScoreText } from '../parts/score-text.tsx';
import { shownFindings } from '../parts/site-issues.tsx';

/** The last crawl of a shared website that is done, with its issues. */
export interface SharedCrawl {
  readonly crawl: Crawl;
  readonly issues: readonly SiteIssue[];
}

/** Finds the last crawl of a shared website that is done. Its issues are not redacted. */
export async function findSharedCrawl(
  context: Context,
  { ownerId, website }: SharedWebsite,
): Promise<SharedCrawl | undefined> {
  const input = { websiteId: website.id, status: 'done', perPage: 10 } as const;
  const [crawl] = (await listCrawls(context, ownerId, input)).rows;
  const issues =
    crawl && (await listCrawlIssues(context, ownerId, crawl.id).catch(missingAsUndefined));
  return crawl && issues && { crawl, issues };
}

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

const shownIssues = 5;

/** The score and the first issues of the last crawl, on the shared page of a website. */
export function SharedCrawlSummary({
  crawl,
  issues,
  href,
}: SharedCrawl & {
  /** The page with all issues. */
  readonly href: string;
}): VNode {
  const labels = text.issues;
  const found = issues.filter(({ status }) => status === 'found');
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">{labels.title}</h2>
      <p>
        {crawl.score !== null && crawl.result !== null && (
          <>
            {text.crawls.siteScore} <ScoreText score={crawl.score} result={crawl.result} />
            {' · '}
          </>
        )}
        {found.length === 0 ? labels.none : labels.foundOf(found.length)}{' '}
        <span class="soft">{labels.siteOf(text.day(crawl.createdAt))}</span>
      </p>
      {found.length > 0 && (
        <ul>
          {found.slice(0, shownIssues).map(({ id, title, findings: [worst] }) => (
            <li key={id}>
              <a href={`${href}#issue-${id}`}>
                <PageText>{worst?.summary ?? title}</PageText>
              </a>
            </li>
          ))}
          {found.length > shownIssues && <li>{text.report.more(found.length - shownIssues)}</li>}
        </ul>
      )}
      <p>
        <a href={href}>{labels.show}</a>
      </p>
    </section>
  );
}
