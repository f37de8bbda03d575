import type { SitegradeEvent } from '@sitegrade/core';
import { Counter, Histogram, type Registry } from 'prom-client';
import { failureCodes, results } from './label-values.ts';

/** Seconds. A report takes at most 15, after the wait for a slot. */
const durationBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** A report is bad up to 49, decent up to 79, good above: the buckets have the same bounds. */
const scoreBuckets = [10, 20, 30, 40, 49, 60, 70, 79, 90, 100];

/** The states of pages of a crawl that is done. */
const crawledStates = ['done', 'redirected', 'failed', 'skipped'] as const;

/**
 * Makes what `onEvent` is given: it counts what happens in a registry of prom-client. No label holds an
 * owner, a URL or a domain: there would be as many time series as there are of them.
 */
export function countEvents(registry: Registry): (event: SitegradeEvent) => void {
  const registers = [registry];
  const created = new Counter({
    name: 'sitegrade_reports_created_total',
    help: 'Reports made, by their result.',
    labelNames: ['result'],
    registers,
  });
  const partial = new Counter({
    name: 'sitegrade_reports_partial_total',
    help: 'Reports made without some of their checks, which could not be run.',
    registers,
  });
  const failed = new Counter({
    name: 'sitegrade_reports_failed_total',
    help: 'Requests for a report that did not end with one, by the code of the error.',
    labelNames: ['code'],
    registers,
  });
  const deleted = new Counter({
    name: 'sitegrade_reports_deleted_total',
    help: 'Reports deleted, those included that went with their website.',
    registers,
  });
  const websitesDeleted = new Counter({
    name: 'sitegrade_websites_deleted_total',
    help: 'Websites deleted.',
    registers,
  });
  const jobsCreated = new Counter({
    name: 'sitegrade_jobs_created_total',
    help: 'Jobs accepted.',
    registers,
  });
  const jobsEnded = new Counter({
    name: 'sitegrade_jobs_ended_total',
    help: 'Jobs that ended, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const jobsRetried = new Counter({
    name: 'sitegrade_jobs_retried_total',
    help: 'Attempts that failed and were queued again.',
    registers,
  });
  const crawlsCreated = new Counter({
    name: 'sitegrade_crawls_created_total',
    help: 'Crawls accepted.',
    registers,
  });
  const crawlsEnded = new Counter({
    name: 'sitegrade_crawls_ended_total',
    help: 'Crawls that ended, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const crawlPages = new Counter({
    name: 'sitegrade_crawl_pages_total',
    help: 'Pages of the crawls that are done, by their state.',
    labelNames: ['state'],
    registers,
  });
  const scheduleRuns = new Counter({
    name: 'sitegrade_schedule_runs_total',
    help: 'Runs of schedules, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const deliveries = new Counter({
    name: 'sitegrade_delivery_attempts_total',
    help: 'Attempts to deliver messages to webhooks, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const webhooksDisabled = new Counter({
    name: 'sitegrade_webhooks_disabled_total',
    help: 'Webhooks disabled because of their failures.',
    registers,
  });
  const mails = new Counter({
    name: 'sitegrade_mail_attempts_total',
    help: 'Attempts to send mails to recipients, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const mailsDropped = new Counter({
    name: 'sitegrade_mails_dropped_total',
    help: 'Mails that were not created, since their owner had too many of the day.',
    registers,
  });
  const recipientsRefused = new Counter({
    name: 'sitegrade_recipients_refused_total',
    help: 'Recipients that get no mails any more, since the mail server has refused their addresses.',
    registers,
  });
  const duration = new Histogram({
    name: 'sitegrade_report_duration_seconds',
    help: 'Time until the report or the error, including the wait for a slot.',
    labelNames: ['outcome'],
    buckets: durationBuckets,
    registers,
  });
  const score = new Histogram({
    name: 'sitegrade_report_score',
    help: 'Scores of the reports made, 0 to 100.',
    buckets: scoreBuckets,
    registers,
  });

  // A series that begins at 0 shows its first increase; one that begins at 1 does not.
  for (const result of results) created.inc({ result }, 0);
  for (const code of failureCodes) failed.inc({ code }, 0);
  for (const outcome of ['done', 'failed', 'canceled']) {
    jobsEnded.inc({ outcome }, 0);
    crawlsEnded.inc({ outcome }, 0);
  }
  for (const state of crawledStates) crawlPages.inc({ state }, 0);
  for (const outcome of ['succeeded', 'failed']) deliveries.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  for (const outcome of ['started', 'missed']) scheduleRuns.inc({ outcome }, 0);

  return (event) => {
    switch (event.type) {
      case 'report.created':
        created.inc({ result: event.result });
        if (event.partial) partial.inc();
        score.observe(event.score);
        duration.observe({ outcome: 'created' }, event.durationMs / 1_000);
        return;
      case 'report.failed': {
        failed.inc({ code: event.code });
        const outcome = event.code === 'aborted' ? 'aborted' : 'failed';
        duration.observe({ outcome }, event.durationMs / 1_000);
        return;
      }
      case 'report.deleted':
        deleted.inc();
        return;
      case 'website.deleted':
        deleted.inc(event.reportsCount);
        websitesDeleted.inc();
        return;
      case 'jobs.created':
        jobsCreated.inc(event.jobIds.length);
        return;
      case 'job.done':
      case 'job.failed':
      case 'job.canceled':
        jobsEnded.inc({ outcome: event.type.slice('job.'.length) });
        return;
      case 'crawl.created':
        crawlsCreated.inc();
        return;
      case 'crawl.completed':
        crawlsEnded.inc({ outcome: 'done' });
        for (const state of crawledStates) crawlPages.inc({ state }, event[state]);
        return;
      case 'crawl.failed':
      case 'crawl.canceled':
        crawlsEnded.inc({ outcome: event.type.slice('crawl.'.length) });
        return;
      case 'schedule.started':
      case 'schedule.missed':
        scheduleRuns.inc({ outcome: event.type.slice('schedule.'.length) });
        return;
      case 'delivery.succeeded':
      case 'delivery.failed':
        deliveries.inc({ outcome: event.type.slice('delivery.'.length) });
        return;
      case 'mail.sent':
      case 'mail.failed':
        mails.inc({ outcome: event.type.slice('mail.'.length) });
        return;
      case 'mail.dropped':
        mailsDropped.inc(event.count);
        return;
      case 'recipient.refused':
        recipientsRefused.inc();
        return;
      case 'webhook.disabled':
        webhooksDisabled.inc();
        return;
      case 'job.retried':
        jobsRetried.inc();
        return;
    }
  };
}
