import type { VNode } from 'preact';
import { maxJobsAtOnce } from '../../jobs/create-jobs.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText } from '../parts/page-text.tsx';
import { WithFlags } from '../parts/with-flags.tsx';
import type { LineIssue } from './job-urls.ts';

/** Lines with errors that are shown. The others may well have the same error. */
const maxShownLines = 10;

/** The field as it was sent, with what is wrong with it. */
export interface FailedUrls {
  readonly urls: string;
  readonly issue: string;
  readonly lines: readonly LineIssue[];
}

/** The form that creates a batch of jobs. */
export function JobsForm({
  links,
  failed,
}: {
  readonly links: Links;
  readonly failed: FailedUrls | undefined;
}): VNode {
  const labels = text.jobs;
  return (
    <form method="post" action={links.consolePage('/jobs')} data-busy={labels.creating}>
      <label for="urls">{labels.urls}</label>
      <p class="hint" id="urls-hint">
        {labels.urlsHint(maxJobsAtOnce)}
      </p>
      {failed && <UrlErrors {...failed} />}
      <textarea
        id="urls"
        name="urls"
        class="urls"
        rows={6}
        wrap="off"
        required
        aria-invalid={failed ? 'true' : undefined}
        aria-describedby={failed ? 'urls-hint urls-error' : 'urls-hint'}
        inputMode="url"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      >
        {/* Browsers drop the first line break, and one that was typed would be lost. */}
        {`\n${failed?.urls ?? ''}`}
      </textarea>
      <div class="actions">
        <button type="submit">{labels.create}</button>
      </div>
    </form>
  );
}

function UrlErrors({ issue, lines }: FailedUrls): VNode {
  const labels = text.jobs;
  if (lines.length === 0) {
    return (
      <p class="error" id="urls-error" role="alert">
        <WithFlags>{text.console.fieldError(labels.urls, issue)}</WithFlags>
      </p>
    );
  }
  const hidden = lines.length - maxShownLines;
  return (
    <div class="error" id="urls-error" role="alert">
      <ul>
        {lines.slice(0, maxShownLines).map((line) => (
          <li key={line.line}>
            {text.console.line(line.line)} (<PageText>{shortened(line.url)}</PageText>):{' '}
            <WithFlags>{labels.urlError(line.issue)}</WithFlags>
          </li>
        ))}
        {hidden > 0 && <li>{text.console.moreLines(hidden)}</li>}
      </ul>
    </div>
  );
}

const maxShownLength = 100;

function shortened(url: string): string {
  return url.length <= maxShownLength ? url : `${url.slice(0, maxShownLength)}…`;
}
