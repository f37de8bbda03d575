import type { VNode } from 'preact';
import type { SiteIssue } from '../../store/site-issue.ts';
import { english as text } from '../english.ts';
import { TextLink } from './page-text.tsx';

const shownIssues = 5;

/** The first of the issues that were found, with links to the page that has all. Nothing without any. */
export function WorstIssues({
  found,
  href,
}: {
  readonly found: readonly SiteIssue[];
  readonly href: string;
}): VNode | null {
  if (found.length === 0) return null;
  return (
    <ul>
      {found.slice(0, shownIssues).map(({ id, title, findings: [worst] }) => (
        <li key={id}>
          <TextLink href={`${href}#issue-${id}`}>{worst?.summary ?? title}</TextLink>
        </li>
      ))}
      {found.length > shownIssues && <li>{text.report.more(found.length - shownIssues)}</li>}
    </ul>
  );
}
