import type { VNode } from 'preact';
import type { SiteFinding, SiteIssue } from '../../store/site-issue.ts';
import { PageLink, PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { Why } from './why.tsx';
import { PrintedWords, Words } from './words.tsx';

/** Findings of an issue on a page that shows all issues. Another page has the others. */
export const shownFindings = 5;
/** Pages of the first of them. */
const shownPages = 3;

/** In a file, which has no other pages: findings of an issue, with all pages that are stored. */
const findingsInFile = 50;

/** A smaller gain would be shown as 0.0 points. */
export const leastGain = 0.05;

/** Where the links of issues lead to. */
export interface IssueLinks {
  /** The page with all findings of an issue. `undefined` where there is none, in a file. */
  readonly issueHref: ((id: string) => string) | undefined;
  /** The page about a URL of the site. `undefined` where there is none: then the link leads to the URL itself. */
  readonly pageHref?: ((url: string) => string) | undefined;
  /** The list of all pages on which a check found something. `undefined` where there is none. */
  readonly pagesHref?: ((check: string) => string) | undefined;
}

/** Properties of {@link SiteIssues}. */
interface SiteIssuesProps extends IssueLinks {
  /** In the order of `findIssues`. */
  readonly issues: readonly SiteIssue[];
  /** The ids of issues that the crawl before did not find; none if it cannot be compared. */
  readonly newIssues?: ReadonlySet<string>;
  /** Whether they are from a crawl, so that issues across pages cost points of the site score. */
  readonly isCrawl: boolean;
}

/** All that was found on a site: what to fix, notes, what could not be decided, and what passed. */
export function SiteIssues({ issues, ...shared }: SiteIssuesProps): VNode {
  const labels = text.issues;
  const of = (status: SiteIssue['status']) => issues.filter((issue) => issue.status === status);
  const [found, unknown, passed] = [of('found'), of('unknown'), of('none')];
  const hasOthers = found.some(({ importance }) => importance !== 'info');
  // A file is printed, too.
  const isNote = ({ importance }: SiteIssue) =>
    importance === 'info' && shared.issueHref !== undefined && hasOthers;
  const notes = found.filter(isNote);
  const itemOf = (issue: SiteIssue) => <IssueItem key={issue.id} issue={issue} {...shared} />;
  return (
    <section class="checks" aria-labelledby="issues">
      <h2 id="issues">{labels.title}</h2>
      {found.length === 0 ? (
        <p>{labels.none}</p>
      ) : (
        <p class="soft">
          {labels.foundOf(found.length)}. {labels.order}
        </p>
      )}
      {found.filter((issue) => !isNote(issue)).map(itemOf)}
      {notes.length > 0 && (
        <details>
          <summary>{labels.notes(notes.length)}</summary>
          {notes.map(itemOf)}
        </details>
      )}
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
  isCrawl,
  newIssues,
  ...links
}: Omit<SiteIssuesProps, 'issues'> & { readonly issue: SiteIssue }): VNode {
  const labels = text.issues;
  const { issueHref, pagesHref } = links;
  const maxFindings = issueHref ? shownFindings : findingsInFile;
  const limit = issueHref ? shownPages : Number.POSITIVE_INFINITY;
  const [worst, ...others] = issue.findings.slice(0, maxFindings);
  const hidden = issue.findingsCount - Math.min(issue.findings.length, maxFindings);
  const heading = (
    <h3>{worst === undefined ? issue.title : <PageText>{worst.summary}</PageText>}</h3>
  );
  const content = (
    <>
      <p class="summary soft">{labels.rule(issue.title)}</p>
      <Why>{issue.why ?? undefined}</Why>
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
      {pagesHref && issue.scope === 'page' && (
        <p>
          <a href={pagesHref(issue.id)}>
            {labels.pagesOf(issue.pagesCount)}
            <span class="hidden">, {labels.about(issue.title)}</span>
          </a>
        </p>
      )}
      <IssueAdvice issue={issue} />
      <Words texts={textsOf(issue)} />
    </>
  );
  const issueLabels = (
    <IssueLabels issue={issue} isCrawl={isCrawl} isNew={newIssues?.has(issue.id)} />
  );
  // A file is read from its start to its end.
  if (!issueHref) {
    return (
      <article class="check" id={`issue-${issue.id}`}>
        {heading}
        {issueLabels}
        {content}
      </article>
    );
  }
  return (
    <details class="check folded" id={`issue-${issue.id}`}>
      <summary>
        {heading}
        {issueLabels}
      </summary>
      {content}
    </details>
  );
}

/** The importance of an issue, what it costs, and how much it concerns. */
export function IssueLabels({
  issue,
  isCrawl,
  isNew,
}: Pick<SiteIssuesProps, 'isCrawl'> & {
  readonly issue: SiteIssue;
  readonly isNew?: boolean | undefined;
}): VNode {
  const { scope, gain } = issue;
  return (
    <p class="labels">
      <span class={`status ${classOf(issue)}`}>{text.importances[issue.importance]}</span>
      {isNew && <strong>{text.issues.isNew}</strong>}
      <span>{text.categories[issue.category]}</span>
      <span>{text.issues.scopes[scope]}</span>
      <span>{text.issues.counts(issue.findingsCount, issue.pagesCount)}</span>
      {gain >= leastGain && (isCrawl || scope === 'page') && (
        <span class="gain">{text.issues.points(gain)}</span>
      )}
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
            <TextLink class="url" href={pageHref(url)}>
              {url}
            </TextLink>
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

/** What an issue says: its words are explained. */
export function textsOf(issue: SiteIssue): readonly (string | undefined)[] {
  return [issue.title, issue.findings[0]?.summary, issue.why ?? undefined, issue.advice];
}

const classes = { high: 'fail', medium: 'warn', low: 'soft', info: 'soft' } as const;

function classOf({ importance }: SiteIssue): string {
  return classes[importance];
}
