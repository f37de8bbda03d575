import { english as text } from '../english.ts';

const sentences = {
  report_deleted: text.console.reportDeleted,
  website_deleted: text.console.websiteDeleted,
  renewed: text.console.renewed,
  added_weekly: `${text.console.added.report} ${text.console.added.weekly}`,
  added_crawl: `${text.console.added.report} ${text.console.added.crawl}`,
  added_both: Object.values(text.console.added).join(' '),
  saved: text.console.saved,
  signed_out: text.console.signedOut,
  revoked: text.keys.revoked,
  job_canceled: text.jobs.jobCanceled,
  batch_canceled: text.jobs.batchCanceled,
  job_deleted: text.jobs.jobDeleted,
  crawl_canceled: text.crawls.canceled,
  crawl_deleted: text.crawls.deleted,
  schedule_set: text.schedules.isSet,
  schedule_deleted: text.schedules.deleted,
  finding_accepted: text.accepted.accepted,
  accepted_deleted: text.accepted.removed,
  webhook_created: text.webhooks.isCreated,
  webhook_enabled: text.webhooks.isEnabled,
  webhook_disabled: text.webhooks.isDisabled,
  webhook_tested: text.webhooks.tested,
  webhook_deleted: text.webhooks.isDeleted,
  recipient_deleted: text.recipients.isDeleted,
  delivery_again: text.webhooks.isAgain,
} as const;

/** What a form has done, for the query of the page that follows. */
type Done = keyof typeof sentences;

/** The query that makes the next page say what was done. */
export function doneQuery(done: Done): string {
  return `?done=${done}`;
}

/** The sentence about what was done, if the query has one of ours. */
export function doneOf(query: URLSearchParams): string | undefined {
  const done = query.get('done') ?? '';
  return Object.hasOwn(sentences, done) ? sentences[done as Done] : undefined;
}
