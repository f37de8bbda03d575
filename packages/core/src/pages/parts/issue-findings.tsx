import type { VNode } from 'preact';
import type { SiteIssue } from '../../store/site-issue.ts';
import { PageLink, PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import {
  AffectedPages,
  IssueAdvice,
  IssueLabels,
  type IssueLinks,
  textsOf,
} from './site-issues.tsx';
import { Why } from './why.tsx';
import { PrintedWords, Words } from './words.tsx';

/** All findings of an issue that are stored, of which a page shows some. */
export function IssueFindings({
  issue,
  shown,
  isCrawl,
  pageHref,
}: Pick<IssueLinks, 'pageHref'> & {
  readonly issue: SiteIssue;
  /** The findings on this page. */
  readonly shown: SiteIssue['findings'];
  /** As of `SiteIssues`. */
  readonly isCrawl: boolean;
}): VNode {
  const labels = text.issues;
  const { findings, findingsCount } = issue;
  return (
    <>
      <header class="report-head">
        <p class="kind">{labels.kind}</p>
        <h1>{issue.title}</h1>
        <IssueLabels issue={issue} isCrawl={isCrawl} />
        <Why>{issue.why ?? undefined}</Why>
        <IssueAdvice issue={issue} />
        <Words texts={textsOf(issue)} />
        <PrintedWords texts={textsOf(issue)} />
      </header>
      {findingsCount > findings.length && (
        <p class="soft">{labels.stored(findings.length, findingsCount)}</p>
      )}
      {shown.map((finding) => (
        <article class="check" key={finding.key}>
          <h2 class="plain">
            <PageText>{finding.summary}</PageText>
          </h2>
          {finding.target !== null && (
            <p class="small">
              {labels.target}: <PageLink url={finding.target} />
            </p>
          )}
          <AffectedPages finding={finding} pageHref={pageHref} />
        </article>
      ))}
    </>
  );
}
