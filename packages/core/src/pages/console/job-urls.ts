import type { SitegradeError } from '@sitegrade/foundation/errors';
import { maxJobsAtOnce } from '../../jobs/create-jobs.ts';
import { filledLines } from './filled-lines.ts';

/** A line of the field for URLs that is not empty. */
interface UrlLine {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly url: string;
}

/** What is wrong with a line. */
export interface LineIssue extends UrlLine {
  readonly issue: string;
}

/** The lines of the field that are not empty: one more than allowed at most, so that it is refused. */
export function urlLines(text: string): readonly UrlLine[] {
  return filledLines(text, maxJobsAtOnce).map(({ line, text: url }) => ({ line, url }));
}

/** What is wrong with which lines, in their order. Empty if the error is not about single URLs. */
export function lineIssues(
  { issues = {} }: Pick<SitegradeError, 'issues'>,
  lines: readonly UrlLine[],
): readonly LineIssue[] {
  return lines.flatMap((line, index) => {
    const [issue] = issues[`urls.${index}`] ?? [];
    return issue === undefined ? [] : [{ ...line, issue }];
  });
}
