import type { CheckResult } from '@sitegrade/audit';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { acceptFindings } from '../../accepted/accept-findings.ts';
import type { Context } from '../../context/context.ts';
import { createContext } from '../../context/create-context.ts';
import { cancelCrawl } from '../../crawls/cancel-crawl.ts';
import { createCrawl } from '../../crawls/create-crawl.ts';
import type { SitegradeEvent } from '../../events/sitegrade-event.ts';
import { createJob } from '../../jobs/create-jobs.ts';
import { deleteReport } from '../../reports/delete-report.ts';
import { findingLocations } from '../../reports/finding-locations.ts';
import type { NewReport } from '../../store/report-store.ts';
import type { CreateWebhookInput } from '../webhooks/webhook-input.ts';
import { createWebhook, updateWebhook } from '../webhooks/webhooks.ts';
import type { AlertMessage } from './alert-message.ts';
import { claimDelivery } from './deliver.ts';
import { processNextEvent } from './process-events.ts';

const dayMs = 86_400_000;

let now: number;
let context: Context;

beforeEach(() => {
  now = Date.parse('2027-01-01T12:00Z');
  context = createContext({
    store: memoryStore(),
    alerts: { consoleUrl: 'https://seo.example.com/console/' },
    now: () => new Date(now),
  });
});

const create = (input: Partial<CreateWebhookInput> = {}, ownerId = 'ann') =>
  createWebhook(context, ownerId, { url: 'https://hooks.example.com/', ...input });

const imageAlt: CheckResult = {
  ...newCheck(),
  title: 'Alternative texts',
  importance: 'high',
};

/** A report whose check `image-alt` fails at these quotes; it passes without any. */
function reportOf(quotes: readonly string[], part: Partial<NewReport> = {}): NewReport {
  const evidence = quotes.map((text, index) => ({
    kind: 'html' as const,
    text,
    line: 10 + index,
    column: 1,
  }));
  const status = quotes.length === 0 ? 'pass' : 'fail';
  const checks = { 'image-alt': { ...imageAlt, status, evidence } as CheckResult };
  return newReport({ ownerId: 'ann', checks, createdAt: context.now(), ...part });
}

function newCheck(): CheckResult {
  const [check] = Object.values(newReport().checks);
  if (check === undefined) throw new Error('The fixture has no check.');
  return check;
}

/** Processes all that has happened, and returns the messages that wait, in order. */
async function messages(): Promise<readonly AlertMessage[]> {
  while (await processNextEvent(context));
  const found: AlertMessage[] = [];
  for (;;) {
    const claimed = await claimDelivery(context, []);
    if (claimed === undefined) return found;
    found.push(JSON.parse(claimed.body) as AlertMessage);
    await context.store.deliveries.end(
      claimed.lease,
      { kind: 'delivered', httpStatus: 204, durationMs: 1 },
      context.now(),
    );
  }
}

const typesOf = (list: readonly AlertMessage[]) => list.map(({ type }) => type).sort();

describe('a report', () => {
  it('is sent as a whole, and what is new with its place', async () => {
    await create({ events: ['report.created', 'findings.new', 'score.dropped'] });
    const first = await context.store.reports.create(reportOf(['<img src="a">'], { score: 90 }));
    expect(await messages()).toMatchObject([
      {
        type: 'report.created',
        data: { report: { id: first.id, score: 90 }, previous: null, new_findings: null },
      },
    ]);

    now += 3_600_000;
    const quotes = ['<img src="b">', '<img src="a">'];
    const second = await context.store.reports.create(reportOf(quotes, { score: 82 }));
    const sent = await messages();
    expect(typesOf(sent)).toEqual(['findings.new', 'report.created', 'score.dropped']);
    for (const { data, timestamp } of sent) {
      expect(data).toEqual({
        website: { id: first.websiteId, domain: 'example.com' },
        url: 'https://example.com/',
        report: { id: second.id, score: 82, result: 'good' },
        crawl: null,
        job_id: null,
        previous: { id: first.id, score: 90, created_at: first.createdAt.toISOString() },
        score_change: -8,
        new_findings: {
          total: 1,
          rows: [
            {
              check: 'image-alt',
              title: 'Alternative texts',
              summary: 'The title has 3 characters.',
              importance: 'high',
              url: 'https://www.example.com/',
              line: 10,
              column: 1,
              quote: '<img src="b">',
            },
          ],
        },
        fixed_count: 0,
        error: null,
        unreachable_since: null,
        certificate_expires_at: null,
        link: `https://seo.example.com/console/reports/${second.id}`,
      });
      expect(timestamp).toBe('2027-01-01T13:00:00.000Z');
    }
  });

  it('without anything new is not news', async () => {
    await create();
    await context.store.reports.create(reportOf(['<img src="a">'], { score: 80 }));
    await context.store.reports.create(reportOf(['<img src="a">'], { score: 81 }));
    expect(await messages()).toEqual([]);
  });

  it('with other field data than before is not news, and neither is one without', async () => {
    await create({ events: ['findings.new', 'score.dropped'] });
    const reportWith = (status: CheckResult['status'], of: string | null, score: number) => {
      const value = of === null ? null : { of, formFactor: 'phone' };
      const vitals = { ...imageAlt, status, value, evidence: [] };
      return context.store.reports.create(
        newReport({
          ownerId: 'ann',
          createdAt: context.now(),
          score,
          checks: { 'core-web-vitals': vitals },
        }),
      );
    };
    await reportWith('pass', 'url', 95);
    await reportWith('na', null, 94);
    await reportWith('fail', 'origin', 90);
    await reportWith('pass', 'url', 89);
    await reportWith('na', null, 88);
    expect(await messages()).toEqual([]);
    await reportWith('fail', 'url', 87);
    await reportWith('warn', 'url', 91);
    await reportWith('fail', 'url', 87);
    expect(typesOf(await messages())).toEqual(['score.dropped']);
  });

  it('is sent to webhooks of its website only, and from their importance', async () => {
    const { websiteId } = await context.store.reports.create(reportOf([]));
    const other = await context.store.reports.create(
      reportOf([], { domain: 'other.example', url: 'https://other.example/' }),
    );
    await messages();
    await create({ websiteIds: [websiteId] });
    await create({ websiteIds: [other.websiteId] });
    await create({}, 'bob');
    const low = { ...imageAlt, importance: 'low' } as const;
    await create({ minImportance: 'medium' });
    const report = reportOf(['<img src="a">']);
    const checks = { 'image-alt': { ...low, status: 'fail', evidence: [] } as CheckResult };
    await context.store.reports.create({ ...report, checks });
    expect(typesOf(await messages())).toEqual(['findings.new']);
  });

  it('is not sent to a webhook that is disabled', async () => {
    const { webhook } = await create({ events: ['report.created'] });
    await create({ events: ['report.created'] });
    await updateWebhook(context, 'ann', webhook.id, { enabled: false });
    await context.store.reports.create(reportOf([]));
    expect(await messages()).toHaveLength(1);
  });

  it('that was deleted meanwhile is not sent', async () => {
    await create({ events: ['report.created'] });
    const { id } = await context.store.reports.create(reportOf([]));
    await deleteReport(context, 'ann', id);
    expect(await messages()).toEqual([]);
    expect(await processNextEvent(context)).toBeUndefined();
  });

  it('has a message without secrets, of at most 20,000 bytes and ten findings', async () => {
    await create();
    const url = `https://example.com/?token=s3cr3t-of-the-url&${'x'.repeat(1_900)}`;
    await context.store.reports.create(reportOf([], { url, finalUrl: url }));
    const quotes = Array.from(
      { length: 20 },
      (_, index) =>
        `<img src="${'x'.repeat(index)}?token=s3cr3t-of-the-url" alt="${'😀'.repeat(300)}">`,
    );
    await context.store.reports.create(reportOf(quotes, { url, finalUrl: url }));
    const [message] = await messages();
    expect(message?.data.new_findings?.total).toBe(20);
    const rows = message?.data.new_findings?.rows ?? [];
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every(({ quote }) => quote?.isWellFormed())).toBe(true);
    const body = JSON.stringify(message);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    expect(body).not.toContain('s3cr3t');
  });
});

describe('a job without a report', () => {
  it('is sent with its error, and the website of the last report of its URL', async () => {
    await create();
    const url = 'https://example.com/?token=s3cr3t-of-the-url';
    const { websiteId } = await context.store.reports.create(reportOf([], { url }));
    const job = await createJob(context, 'ann', { url });
    const claimed = await context.store.jobs.claim({
      token: 'lease',
      leaseMs: 60_000,
      perHost: 2,
      now: context.now(),
    });
    if (claimed === undefined) throw new Error('There is no job.');
    const error = { code: 'page_unreachable', reason: 'dns_not_found', message: 'No.' } as const;
    await context.store.jobs.end(claimed.lease, { kind: 'failed', error }, context.now());
    const sent = await messages();
    expect(sent).toMatchObject([
      {
        type: 'report.failed',
        data: {
          website: { id: websiteId, domain: 'example.com' },
          job_id: job.id,
          error,
          link: `https://seo.example.com/console/jobs/${job.id}`,
        },
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain('s3cr3t');
  });
});

describe('what happened', () => {
  it('before a webhook was created, or too long ago, is not sent', async () => {
    await create({ events: ['report.created'] });
    await context.store.reports.create(reportOf([]));
    now += 1;
    await create({ events: ['report.created'] });
    expect(await messages()).toHaveLength(1);
    await context.store.reports.create(reportOf([]));
    now += 3 * dayMs + 1;
    expect(await messages()).toEqual([]);
  });

  it('is tried again when it cannot be read, and others go on meanwhile', async () => {
    const events: SitegradeEvent[] = [];
    let isBroken = true;
    const { store } = context;
    context = createContext({
      store,
      now: () => new Date(now),
      onEvent: (event) => events.push(event),
      quotas: (ownerId) => {
        if (ownerId === 'ann' && isBroken) throw new Error('The plan is not known.');
        return {};
      },
    });
    isBroken = false;
    await create({ events: ['report.created'] });
    await create({ events: ['report.created'] }, 'bob');
    isBroken = true;
    await store.reports.create(reportOf([]));
    await store.reports.create(reportOf([], { ownerId: 'bob' }));
    expect(await messages()).toHaveLength(1);
    expect(events).toMatchObject([
      { type: 'alert.failed', ownerId: 'ann', kind: 'report', attempts: 1 },
    ]);
    isBroken = false;
    now += 59_999;
    expect(await messages()).toEqual([]);
    now += 1;
    expect(await messages()).toHaveLength(1);
  });

  it('is not compared if no webhook wants that', async () => {
    await create({ events: ['crawl.failed'] });
    const { store } = context;
    const findPrevious = vi.fn(store.reports.findPrevious);
    context = createContext({
      store: { ...store, reports: { ...store.reports, findPrevious } },
      now: () => new Date(now),
    });
    await store.reports.create(reportOf([]));
    expect(await messages()).toEqual([]);
    expect(findPrevious).not.toHaveBeenCalled();
  });
});

describe('a finding that is accepted', () => {
  it.each([
    ['by its place', (fingerprint: string) => ({ places: [{ fingerprint }] })],
    ['by its check and path', () => ({})],
  ])('%s is not news', async (_, part) => {
    await create();
    const { websiteId } = await context.store.reports.create(reportOf([]));
    await messages();
    const report = reportOf(['<img src="a">']);
    const [place] = findingLocations(
      report,
      'image-alt',
      report.checks['image-alt'] as CheckResult,
    );
    await acceptFindings(context, 'ann', websiteId, {
      check: 'image-alt',
      path: '/',
      reason: 'An archive.',
      ...part(place?.fingerprint ?? ''),
    });
    await context.store.reports.create(report);
    expect(await messages()).toEqual([]);
    await context.store.reports.create(
      reportOf(['<img src="a">', '<img src="b">'], {
        url: 'https://example.com/other',
        finalUrl: 'https://www.example.com/other',
      }),
    );
    expect(await messages()).toEqual([]);
  });

  it('is news when its quote changes, and not when its last day is over', async () => {
    await create({ events: ['findings.new'] });
    const { websiteId } = await context.store.reports.create(reportOf([]));
    const report = reportOf(['<img src="a">']);
    const [place] = findingLocations(
      report,
      'image-alt',
      report.checks['image-alt'] as CheckResult,
    );
    await acceptFindings(context, 'ann', websiteId, {
      check: 'image-alt',
      path: '/',
      reason: 'An archive.',
      expires: '2027-01-31',
      places: [{ fingerprint: place?.fingerprint ?? '' }],
    });
    await context.store.reports.create(report);
    expect(await messages()).toEqual([]);
    now = Date.parse('2027-02-01T00:00Z');
    // The report before has it, too.
    await context.store.reports.create(reportOf(['<img src="a">']));
    expect(await messages()).toEqual([]);
    await context.store.reports.create(reportOf(['<img src="a?v=2">']));
    expect(await messages()).toMatchObject([
      { data: { new_findings: { total: 1, rows: [{ quote: '<img src="a?v=2">' }] } } },
    ]);
  });
});

describe('a crawl', () => {
  const lease = async (crawlId: number) => {
    const claimed = await context.store.crawls.claim({
      crawlId,
      token: 'lease',
      pageLeaseMs: 60_000,
      stepLeaseMs: 60_000,
      perHost: 2,
      maxAttempts: 3,
      now: context.now(),
    });
    if (claimed === undefined) throw new Error('There is no crawl.');
    return claimed.lease;
  };

  it('that has failed is sent with its error', async () => {
    await create();
    const { id } = await createCrawl(context, 'ann', {
      url: 'https://example.com/?token=s3cr3t-of-the-url',
    });
    const error = { code: 'page_unreachable', reason: 'dns_not_found', message: 'No.' } as const;
    const failed = { status: 'failed', end: 'start_failed', error } as const;
    expect(await context.store.crawls.end(await lease(id), failed, context.now())).toBe(true);
    const sent = await messages();
    expect(sent).toMatchObject([
      {
        type: 'crawl.failed',
        data: {
          crawl: { id, score: null, end: 'start_failed' },
          error,
          link: `https://seo.example.com/console/crawls/${id}`,
        },
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain('s3cr3t');
  });

  it('that was canceled is not sent', async () => {
    await create({ events: ['crawl.failed', 'crawl.completed'] });
    const { id } = await createCrawl(context, 'ann', { url: 'https://example.com/' });
    await cancelCrawl(context, 'ann', id);
    expect(await messages()).toEqual([]);
  });
});
