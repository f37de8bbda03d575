import type { VNode } from 'preact';
import type { SiteIssue } from '../../store/site-issue.ts';
import { TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { leastGain } from './site-issues.tsx';

const shownIssues = 5;

/** The first of the issues that were found, with what each gains, and how many more there are. Nothing without any. */
export function WorstIssues({
  found,
  hrefOf,
  all,
}: {
  readonly found: readonly SiteIssue[];
  /** The page or the place of an issue. */
  readonly hrefOf: (id: string) => string;
  /** The page of all issues; `undefined` if that is this page. */
  readonly all?: string | undefined;
}): VNode | null {
  if (found.length === 0) return null;
  const more = found.length - shownIssues;
  return (
    <>
      <ol>
        {found
          .slice(0, shownIssues)
          .map(({ id, title, gain, findingsCount, pagesCount, findings: [worst] }) => (
            <li key={id}>
              <TextLink href={hrefOf(id)}>{worst?.summary ?? title}</TextLink>{' '}
              {gain >= leastGain && <span class="gain">{text.issues.points(gain)}</span>}{' '}
              {findingsCount > 1 && (
                <span class="soft small">{text.issues.counts(findingsCount, pagesCount)}</span>
              )}
            </li>
          ))}
      </ol>
      {more > 0 && (
        <p>{all ? <a href={all}>{text.issues.more(more)}</a> : text.issues.more(more)}</p>
      )}
    </>
  );
}
