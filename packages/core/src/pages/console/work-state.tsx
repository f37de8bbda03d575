import type { VNode } from 'preact';
import type { CrawlStatus } from '../../store/crawl.ts';
import type { JobStatus } from '../../store/job.ts';
import { english as text } from '../english.ts';

const classes: Readonly<Record<CrawlStatus | JobStatus, string>> = {
  queued: 'soft',
  running: 'status',
  done: 'status pass',
  failed: 'status fail',
  canceled: 'soft',
};

/** The status of a job or a crawl in words. */
export function WorkState({ status }: { readonly status: CrawlStatus | JobStatus }): VNode {
  return <span class={classes[status]}>{text.jobs.statuses[status]}</span>;
}
