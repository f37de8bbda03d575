import type { ReportCreatedEvent, ReportFailedEvent, SitegradeEvent } from '@sitegrade/core';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { countEvents } from './count-events.ts';
import { failureCodes, results } from './label-values.ts';

const created: ReportCreatedEvent = {
  type: 'report.created',
  ownerId: 'OWNER',
  reportId: 101,
  websiteId: 202,
  url: 'https://DOMAIN/URL',
  domain: 'DOMAIN',
  score: 79,
  result: 'decent',
  partial: false,
  durationMs: 1_500,
};
const failed: ReportFailedEvent = {
  type: 'report.failed',
  ownerId: 'OWNER',
  code: 'page_timed_out',
  reason: 'REASON',
  url: 'https://DOMAIN/URL',
  durationMs: 15_000,
};

let registry: Registry;
let onEvent: (event: SitegradeEvent) => void;

beforeEach(() => {
  registry = new Registry();
  onEvent = countEvents(registry);
});

/** The lines of what Prometheus would read that are not comments, by their series. */
async function series(): Promise<Readonly<Record<string, number>>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

describe('countEvents', () => {
  it('begins every counter at 0, so that the first increase shows', async () => {
    const begun = await series();
    for (const result of results) {
      expect(begun).toHaveProperty([`sitegrade_reports_created_total{result="${result}"}`], 0);
    }
    for (const code of failureCodes) {
      expect(begun).toHaveProperty([`sitegrade_reports_failed_total{code="${code}"}`], 0);
    }
    for (const outcome of ['done', 'failed', 'canceled']) {
      expect(begun).toHaveProperty([`sitegrade_jobs_ended_total{outcome="${outcome}"}`], 0);
      expect(begun).toHaveProperty([`sitegrade_crawls_ended_total{outcome="${outcome}"}`], 0);
    }
    for (const name of [
      'reports_partial',
      'reports_deleted',
      'websites_deleted',
      'jobs_created',
      'jobs_retried',
      'crawls_created',
    ]) {
      expect(begun).toHaveProperty([`sitegrade_${name}_total`], 0);
    }
  });

  it('counts reports by result, with their scores and durations', async () => {
    onEvent(created);
    onEvent({ ...created, score: 80, result: 'good', partial: true, durationMs: 250 });
    expect(await series()).toMatchObject({
      'sitegrade_reports_created_total{result="good"}': 1,
      'sitegrade_reports_created_total{result="decent"}': 1,
      'sitegrade_reports_created_total{result="bad"}': 0,
      sitegrade_reports_partial_total: 1,
      'sitegrade_report_score_bucket{le="49"}': 0,
      'sitegrade_report_score_bucket{le="79"}': 1,
      'sitegrade_report_score_bucket{le="100"}': 2,
      sitegrade_report_score_sum: 159,
      'sitegrade_report_duration_seconds_bucket{le="0.25",outcome="created"}': 1,
      'sitegrade_report_duration_seconds_sum{outcome="created"}': 1.75,
      'sitegrade_report_duration_seconds_count{outcome="created"}': 2,
    });
  });

  it('counts jobs by outcome', async () => {
    const ofJob = { ownerId: 'OWNER', jobId: 1, attempts: 2, durationMs: 5 };
    onEvent({ type: 'jobs.created', ownerId: 'OWNER', batchId: 1, jobIds: [1, 2, 3] });
    onEvent({ type: 'job.retried', ...ofJob, code: 'overloaded', delayMs: 10_000 });
    onEvent({ type: 'job.done', ...ofJob, reportId: 101 });
    onEvent({ type: 'job.failed', ...ofJob, code: 'page_not_html' });
    onEvent({ type: 'job.canceled', ownerId: 'OWNER', jobId: 1 });
    expect(await series()).toMatchObject({
      sitegrade_jobs_created_total: 3,
      sitegrade_jobs_retried_total: 1,
      'sitegrade_jobs_ended_total{outcome="done"}': 1,
      'sitegrade_jobs_ended_total{outcome="failed"}': 1,
      'sitegrade_jobs_ended_total{outcome="canceled"}': 1,
    });
  });

  it('counts crawls by outcome, with their pages', async () => {
    const ofCrawl = { ownerId: 'OWNER', crawlId: 1 };
    const url = 'https://example.com/';
    onEvent({ type: 'crawl.created', ...ofCrawl, url, maxPages: 100 });
    onEvent({
      type: 'crawl.completed',
      ...ofCrawl,
      websiteId: 1,
      domain: 'example.com',
      end: 'complete',
      score: 80,
      result: 'good',
      done: 50,
      redirected: 3,
      failed: 2,
      skipped: 1,
      issuesCount: 4,
      durationMs: 60_000,
    });
    onEvent({ type: 'crawl.failed', ...ofCrawl, url, end: 'start_failed', code: 'tls_error' });
    onEvent({ type: 'crawl.canceled', ...ofCrawl });
    expect(await series()).toMatchObject({
      sitegrade_crawls_created_total: 1,
      'sitegrade_crawls_ended_total{outcome="done"}': 1,
      'sitegrade_crawls_ended_total{outcome="failed"}': 1,
      'sitegrade_crawls_ended_total{outcome="canceled"}': 1,
      'sitegrade_crawl_pages_total{state="done"}': 50,
      'sitegrade_crawl_pages_total{state="redirected"}': 3,
      'sitegrade_crawl_pages_total{state="failed"}': 2,
      'sitegrade_crawl_pages_total{state="skipped"}': 1,
    });
  });

  it('counts runs of schedules by outcome', async () => {
    const run = { ownerId: 'OWNER', websiteId: 1, dueAt: new Date(0), nextRunAt: new Date(1) };
    onEvent({ type: 'schedule.started', ...run, batchId: 1, crawlId: null });
    onEvent({ type: 'schedule.missed', ...run, reason: 'quota_exceeded' });
    expect(await series()).toMatchObject({
      'sitegrade_schedule_runs_total{outcome="started"}': 1,
      'sitegrade_schedule_runs_total{outcome="missed"}': 1,
    });
  });

  it('counts attempts to send mails by outcome, and those that were dropped', async () => {
    const of = { ownerId: 'OWNER', websiteId: 1, recipientId: 2, attempts: 1, durationMs: 10 };
    onEvent({ type: 'recipient.refused', ownerId: 'OWNER', websiteId: 1, recipientId: 2 });
    onEvent({ type: 'mail.sent', ...of, kind: 'confirmation' });
    onEvent({ type: 'mail.failed', ...of, kind: 'alert', error: 'timeout', isLast: false });
    onEvent({ type: 'mail.dropped', ownerId: 'OWNER', kind: 'digest', count: 3 });
    expect(await series()).toMatchObject({
      'sitegrade_mail_attempts_total{outcome="sent"}': 1,
      'sitegrade_mail_attempts_total{outcome="failed"}': 1,
      sitegrade_mails_dropped_total: 3,
      sitegrade_recipients_refused_total: 1,
    });
  });

  it('counts attempts to deliver messages by outcome, and webhooks that were disabled', async () => {
    const of = { ownerId: 'OWNER', webhookId: 1, deliveryId: 2, attempts: 1, durationMs: 10 };
    onEvent({ type: 'delivery.succeeded', ...of, httpStatus: 204 });
    onEvent({ type: 'delivery.failed', ...of, error: 'timeout', isLast: false });
    onEvent({ type: 'webhook.disabled', ownerId: 'OWNER', webhookId: 1, reason: 'gone' });
    expect(await series()).toMatchObject({
      'sitegrade_delivery_attempts_total{outcome="succeeded"}': 1,
      'sitegrade_delivery_attempts_total{outcome="failed"}': 1,
      sitegrade_webhooks_disabled_total: 1,
    });
  });

  it('counts failures by code, and disconnected clients separately', async () => {
    onEvent(failed);
    onEvent({ ...failed, code: 'conflict', durationMs: 1 });
    onEvent({ ...failed, code: 'aborted', durationMs: 3_000 });
    expect(await series()).toMatchObject({
      'sitegrade_reports_failed_total{code="page_timed_out"}': 1,
      'sitegrade_reports_failed_total{code="conflict"}': 1,
      'sitegrade_reports_failed_total{code="aborted"}': 1,
      'sitegrade_report_duration_seconds_count{outcome="failed"}': 2,
      'sitegrade_report_duration_seconds_sum{outcome="failed"}': 15.001,
      'sitegrade_report_duration_seconds_sum{outcome="aborted"}': 3,
    });
  });

  it('counts reports deleted, with those that went with their website', async () => {
    const of = { ownerId: 'OWNER', websiteId: 202, domain: 'DOMAIN' };
    onEvent({ type: 'report.deleted', ownerId: 'OWNER', reportId: 101 });
    onEvent({ type: 'website.deleted', ...of, reportsCount: 12 });
    onEvent({ type: 'website.deleted', ...of, reportsCount: 0 });
    expect(await series()).toMatchObject({
      sitegrade_reports_deleted_total: 13,
      sitegrade_websites_deleted_total: 2,
    });
  });

  it('labels nothing with what there is no end of', async () => {
    onEvent(created);
    onEvent(failed);
    onEvent({ type: 'report.deleted', ownerId: 'OWNER', reportId: 101 });
    const of = { ownerId: 'OWNER', websiteId: 202, domain: 'DOMAIN' };
    onEvent({ type: 'website.updated', ...of, privacy: 'public' });
    onEvent({ type: 'website.deleted', ...of, reportsCount: 1 });
    const text = await registry.metrics();
    expect(text).not.toMatch(/OWNER|DOMAIN|URL|REASON|101|202/);
    const labels = new Set([...text.matchAll(/[{,](\w+)=/g)].map(([, name]) => name));
    expect(labels).toEqual(new Set(['result', 'code', 'outcome', 'state', 'le']));
  });
});
