import type { VNode } from 'preact';
import { siteRules } from '../../site-issues/rules/index.ts';
import { issueCost } from '../../site-issues/site-score.ts';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import { english as text } from '../english.ts';
import { PageLink, PageText } from './page-text.tsx';
import { Why } from './why.tsx';
import { PrintedWords, Words } from './words.tsx';

/** Findings of an issue on a page that shows all issues. Another page has the others. */
export const shownFindings = 5;
/** Pages of the first of them. */
const shownPages = 3;

/** In a file, which has no other pages: findings of an issue, with all pages that are stored. */
const findingsInFile = 50;

/** A smaller cost would be shown as 0.0 points. */
const leastCost = 0.05;

/** Where the links of issues lead to. */
export interface IssueLinks {
  /** The page with all findings of an issue. `undefined` where there is none, in a file. */
  readonly issueHref: ((id: string) => string) | undefined;
  /** The page about a URL of the site. `undefined` where there is none: then the link leads to the URL itself. */
  readonly pageHref?: ((url: string) => string) | undefined;
}

/** Properties of {@link SiteIssues}. */
interface SiteIssuesProps extends IssueLinks {
  readonly issues: readonly SiteIssue[];
  /** How many pages have a score, for the points that issues cost; `undefined` where there is no site score. */
  readonly scoredPages?: number | undefined;
}

/** What the rules about several pages found: issues first, then what could not be decided, and what passed. */
export function SiteIssues({ issues, scoredPages, ...links }: SiteIssuesProps): VNode {
  const labels = text.issues;
  const of = (status: SiteIssue['status']) => issues.filter((issue) => issue.status === status);
  const [unknown, passed] = [of('unknown'), of('none')];
  // Where none has points, or some have the same, the order of importance stays.
  const cost = (issue: SiteIssue) => (scoredPages ? issueCost(issue, scoredPages) : 0);
  const found = of('found').toSorted((a, b) => cost(b) - cost(a));
  const hasGains = found.some((issue) => cost(issue) >= leastCost);
  return (
    <section class="checks" aria-labelledby="issues">
      <h2 id="issues">{labels.title}</h2>
      {found.length === 0 ? (
        <p>{labels.none}</p>
      ) : (
        <p class="soft">
          {labels.foundOf(found.length)}. {hasGains ? labels.gain : labels.byImportance}
        </p>
      )}
      {found.map((issue) => (
        <IssueItem key={issue.id} issue={issue} scoredPages={scoredPages} {...links} />
      ))}
      <PrintedWords texts={found.flatMap(textsOf)} />
      {unknown.length > 0 && (
        <details>
          <summary>{labels.unknown(unknown.length)}</summary>
          <ul>
            {unknown.map(({ id, title, reason }) => (
              <li key={id}>
                {title}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {passed.length > 0 && (
        <details class="screen">
          <summary>{labels.passed(passed.length)}</summary>
          <ul>
            {passed.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function IssueItem({
  issue,
  scoredPages = 0,
  ...links
}: Omit<SiteIssuesProps, 'issues'> & { readonly issue: SiteIssue }): VNode {
  const labels = text.issues;
  const { issueHref } = links;
  const maxFindings = issueHref ? shownFindings : findingsInFile;
  const limit = issueHref ? shownPages : Number.POSITIVE_INFINITY;
  const [worst, ...others] = issue.findings.slice(0, maxFindings);
  const hidden = issue.findingsCount - Math.min(issue.findings.length, maxFindings);
  return (
    <article class="check" id={`issue-${issue.id}`}>
      <h3>{worst === undefined ? issue.title : <PageText>{worst.summary}</PageText>}</h3>
      <IssueLabels issue={issue} scoredPages={scoredPages} />
      <p class="summary soft">{labels.rule(issue.title)}</p>
      <Why>{whyOf(issue)}</Why>
      {worst && <AffectedPages finding={worst} limit={limit} {...links} />}
      {others.length > 0 && (
        <ul class="findings">
          {others.map((finding) => (
            <li key={finding.key}>
              <PageText>{finding.summary}</PageText>
              {!issueHref && <AffectedPages finding={finding} limit={limit} {...links} />}
            </li>
          ))}
        </ul>
      )}
      {!issueHref && hidden > 0 && <p class="soft">{labels.moreFindings(hidden)}</p>}
      {issueHref && (issue.findingsCount > 1 || issue.pagesCount > shownPages) && (
        <p>
          <a href={issueHref(issue.id)}>
            {hidden > 0 ? labels.moreFindings(hidden) : labels.allFindings}
            <span class="hidden">, {labels.about(issue.title)}</span>
          </a>
        </p>
      )}
      <IssueAdvice issue={issue} />
      <Words texts={textsOf(issue)} />
    </article>
  );
}

/** The importance of an issue, what it costs, and how much it concerns. */
export function IssueLabels({
  issue,
  scoredPages,
}: {
  readonly issue: SiteIssue;
  /** How many pages have a score. */
  readonly scoredPages: number;
}): VNode {
  const cost = issueCost(issue, scoredPages);
  return (
    <p class="labels">
      <span class={`status ${classOf(issue)}`}>{text.importances[issue.importance]}</span>
      <span>{text.categories[issue.category]}</span>
      <span>{text.issues.counts(issue.findingsCount, issue.pagesCount)}</span>
      {cost >= leastCost && <span class="gain">{text.issues.points(cost)}</span>}
    </p>
  );
}

/** How to fix an issue, and where to read more. */
export function IssueAdvice({ issue }: { readonly issue: SiteIssue }): VNode {
  return (
    <p class="advice">
      <strong>{text.report.howToFix}:</strong> {issue.advice}{' '}
      <a href={issue.source} rel="noopener noreferrer">
        {text.report.source}
        <span class="hidden"> ({issue.title})</span>
      </a>
    </p>
  );
}

/** The pages of a finding: the first of those that are stored, and how many more there are. */
export function AffectedPages({
  finding: { pages, pagesCount },
  limit = pages.length,
  pageHref,
}: Pick<IssueLinks, 'pageHref'> & {
  readonly finding: SiteFinding;
  readonly limit?: number;
}): VNode {
  const shown = pages.slice(0, limit);
  return (
    <ul class="affected small">
      {shown.map((url) => (
        <li key={url}>
          {pageHref ? (
            <a class="url" href={pageHref(url)}>
              <PageText>{url}</PageText>
            </a>
          ) : (
            <PageLink url={url} />
          )}
        </li>
      ))}
      {pagesCount > shown.length && (
        <li class="soft">{text.issues.morePages(pagesCount - shown.length)}</li>
      )}
    </ul>
  );
}

/** Why an issue matters. Stored issues do not contain it. */
export function whyOf({ id }: SiteIssue): string | undefined {
  return siteRules.find((rule) => rule.id === id)?.why;
}

/** What an issue says: its words are explained. */
export function textsOf(issue: SiteIssue): readonly (string | undefined)[] {
  return [issue.title, issue.findings[0]?.summary, whyOf(issue), issue.advice];
}

const classes = { high: 'fail', medium: 'warn', low: 'soft', info: 'soft' } as const;

function classOf({ importance }: SiteIssue): string {
  return classes[importance];
}
