import type { VNode } from 'preact';
import type { Job, JobError } from '../../store/job.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { ShortTime } from '../parts/time.tsx';
import { WorkState } from './work-state.tsx';

/** The state of a job in words, with its report or why there is none. */
export function JobState({ job, links }: { readonly job: Job; readonly links: Links }): VNode {
  const labels = text.jobs;
  const { status, attempts, reportId, error, nextAttemptAt } = job;
  return (
    <>
      <WorkState status={status} />
      {reportId !== null && (
        <>
          {' · '}
          <a href={links.report(reportId)}>
            {labels.report}
            <span class="hidden">
              {' '}
              <PageText>{job.url}</PageText>
            </span>
          </a>
        </>
      )}
      {(attempts > 1 || nextAttemptAt !== null) && (
        <span class="soft small"> · {labels.attempts(attempts)}</span>
      )}
      {nextAttemptAt !== null && (
        <span class="soft small">
          , {labels.nextAttempt} <ShortTime date={nextAttemptAt} />
        </span>
      )}
      {error !== null && (
        <p class="reason small">
          <PageText>
            {status === 'failed' ? messageOf(error) : labels.lastError(messageOf(error))}
          </PageText>
        </p>
      )}
    </>
  );
}

/** Why there is no report, as the form for a single report says it. */
function messageOf({ issues, message }: JobError): string {
  return text.jobs.urlError(issues?.url?.[0] ?? message);
}
