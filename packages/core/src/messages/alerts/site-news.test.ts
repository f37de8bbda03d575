import type { CheckResult, PageOutline } from '@sitegrade/audit';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport, newShape } from '@sitegrade/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../context/context.ts';
import { type ContextOptions, createContext } from '../../context/create-context.ts';
import { createCrawl } from '../../crawls/create-crawl.ts';
import type { SitegradeEvent } from '../../events/sitegrade-event.ts';
import { createJob } from '../../jobs/create-jobs.ts';
import { listJobs } from '../../jobs/list-jobs.ts';
import { setSchedule } from '../../schedules/set-schedule.ts';
import type { CrawlEnd } from '../../store/crawl.ts';
import type { EndedCrawl } from '../../store/crawl-store.ts';
import { detailsOf } from '../../store/report.ts';
import type { NewReport } from '../../store/report-store.ts';
import type { Store } from '../../store/store.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { createWebhook, deleteWebhook } from '../webhooks/webhooks.ts';
import type { AlertMessage } from './alert-message.ts';
import { claimDelivery } from './deliver.ts';
import { processNextEvent } from './process-events.ts';
import { startRechecks } from './start-rechecks.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const url = 'https://example.com/';

let store: Store;
/** Milliseconds of the clock. */
let now: number;
let context: Context;
let events: SitegradeEvent[];

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    now: () => new Date(now),
    onEvent: (event) => events.push(event),
    ...options,
  });

beforeEach(() => {
  store = memoryStore();
  now = Date.parse('2027-01-01T12:00Z');
  events = [];
  context = make();
});

const pass = (ms: number) => {
  now += ms;
};
const time = () => new Date(now).toISOString();

/** A report that was just created. */
const report = (part: Partial<NewReport> = {}) =>
  store.reports.create(newReport({ ownerId: 'ann', url, createdAt: new Date(now), ...part }));

/** Ends the job that is due next without a report. */
async function endJob(
  reason: string,
  code: 'page_unreachable' | 'overloaded' = 'page_unreachable',
) {
  const claim = { token: `job-${now}`, leaseMs: hourMs, perHost: 9, now: new Date(now) };
  const claimed = await store.jobs.claim(claim);
  if (claimed === undefined) throw new Error('No job is due.');
  const error = { code, reason, message: 'No.' };
  await store.jobs.end(claimed.lease, { kind: 'failed', error }, new Date(now));
  return claimed.job;
}

/** A job that just failed. */
async function fail(reason = 'connect_refused', of = url) {
  await createJob(context, 'ann', { url: of });
  return endJob(reason);
}

/** The lease of what a crawl has to do next. */
async function claimCrawl(crawlId: number) {
  const claimed = await store.crawls.claim({
    token: 'token',
    crawlId,
    perHost: 9,
    maxAttempts: 9,
    now: new Date(now),
    pageLeaseMs: hourMs,
    stepLeaseMs: hourMs,
  });
  if (claimed === undefined) throw new Error('The crawl has nothing to do.');
  return claimed.lease;
}

/** A crawl that just failed at its start. */
async function crawl(ended: EndedCrawl) {
  const { id } = await createCrawl(context, 'ann', { url });
  await store.crawls.end(await claimCrawl(id), ended, new Date(now));
}

/** A crawl of one page that is done. */
async function crawlDone(end: CrawlEnd, page: Partial<NewReport> | 'failed' = {}) {
  const { id } = await createCrawl(context, 'ann', { url });
  const found = { kind: 'page', level: 0, depth: 0, inSitemap: false, skipReason: null } as const;
  await store.crawls.begin(await claimCrawl(id), {
    domain: 'example.com',
    origin: 'https://example.com',
    host: 'example.com',
    delayMs: 0,
    rulesetVersion: '1',
    site: new Uint8Array(),
    urls: [{ id: 1, url, ...found }],
    defaultPrivacy: 'private',
    websiteShareToken: `token-${id}`,
    now: new Date(now),
  });
  const made = newReport(page === 'failed' ? {} : page);
  const error = { code: 'page_unreachable', message: 'No.' } as const;
  await store.crawls.endPage(
    await claimCrawl(id),
    page === 'failed'
      ? { kind: 'failed', error, httpStatus: 503, isRefusal: false }
      : {
          kind: 'done',
          httpStatus: 200,
          title: null,
          score: 80,
          result: 'good',
          details: detailsOf(made),
          rulesetVersion: '1',
          rulesetChecks: [],
          outline,
        },
    new Date(now),
  );
  await store.crawls.endStep(await claimCrawl(id), 'finish', new Date(now));
  const score = { score: 80, result: 'good', rulesetVersion: '1', issues: [] } as const;
  const done = { status: 'done', end, ...score, shape: newShape() } as const;
  await store.crawls.end(await claimCrawl(id), done, new Date(now));
  return id;
}

const outline: PageOutline = {
  title: null,
  description: null,
  h1: null,
  language: null,
  words: 0,
  textHash: '1',
  minHash: null,
  noindex: false,
  nofollow: false,
  canonical: null,
  alternates: [],
  links: [],
  images: [],
  externalLinks: 0,
  isCut: false,
  findings: {},
};

const crawlFailed = (reason: string, end: 'start_failed' | 'robots_txt' = 'start_failed') =>
  crawl({ status: 'failed', end, error: { code: 'page_unreachable', reason, message: 'No.' } });

/** Processes all that has happened, and returns the messages that wait. */
async function sentMessages(): Promise<readonly AlertMessage[]> {
  while (await processNextEvent(context));
  const found: AlertMessage[] = [];
  for (;;) {
    const claimed = await claimDelivery(context, []);
    if (claimed === undefined) return found;
    found.push(JSON.parse(claimed.body) as AlertMessage);
    const outcome = { kind: 'delivered', httpStatus: 204, durationMs: 1 } as const;
    await store.deliveries.end(claimed.lease, outcome, context.now());
  }
}
const sentTypes = async () => (await sentMessages()).map(({ type }) => type);

const siteEvents = ['site.unreachable', 'site.recovered', 'certificate.expiring'] as const;
const watch = (ownerId = 'ann') =>
  createWebhook(context, ownerId, { url: 'https://hooks.example.com/', events: siteEvents });

const siteOf = async () => {
  const site = await store.websites.findSite('ann', 'example.com');
  if (site === undefined) throw new Error('The website is missing.');
  return site;
};
const queued = async () =>
  (await listJobs(context, 'ann', { status: 'queued' })).rows.map((job) => job.url);

describe('a site', () => {
  it('is unreachable after a second attempt ten minutes later, in one message', async () => {
    await report();
    await watch();
    const since = time();
    await fail();
    expect(await sentTypes()).toEqual([]);
    expect(await siteOf()).toMatchObject({ failingSince: new Date(now), isUnreachable: false });
    pass(10 * minuteMs - 1);
    await startRechecks(context);
    expect(await queued()).toEqual([]);
    pass(1);
    await Promise.all([startRechecks(context), startRechecks(make())]);
    expect(await queued()).toEqual([url]);
    expect(events.filter(({ type }) => type === 'jobs.created')).toHaveLength(2);
    pass(minuteMs);
    const { id } = await endJob('headers_timeout');
    const { websiteId } = await siteOf();
    expect(await sentMessages()).toEqual([
      {
        type: 'site.unreachable',
        timestamp: time(),
        data: {
          website: { id: websiteId, domain: 'example.com' },
          url,
          report: null,
          crawl: null,
          job_id: id,
          previous: null,
          score_change: null,
          new_findings: null,
          fixed_count: null,
          error: { code: 'page_unreachable', reason: 'headers_timeout', message: 'No.' },
          unreachable_since: since,
          certificate_expires_at: null,
          link: null,
        },
      },
    ]);
    expect(await getWebsite(context, 'ann', websiteId)).toMatchObject({
      unreachableSince: new Date(since),
    });
    pass(24 * hourMs);
    await fail();
    await startRechecks(context);
    expect(await sentTypes()).toEqual([]);
    expect(await queued()).toEqual([]);

    const recovered = await report();
    const [message, ...others] = await sentMessages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      type: 'site.recovered',
      timestamp: time(),
      data: { report: { id: recovered.id }, error: null, unreachable_since: since },
    });
    const website = await getWebsite(context, 'ann', websiteId);
    expect(website.unreachableSince).toBeNull();
    await report();
    expect(await sentTypes()).toEqual([]);
  });

  it('responds if a report of any page succeeds in between', async () => {
    await report();
    await watch();
    await fail();
    await sentMessages();
    pass(5 * minuteMs);
    await report({ url: `${url}other` });
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: null, recheck: null });
    pass(10 * minuteMs);
    await startRechecks(context);
    expect(await queued()).toEqual([]);
    await fail();
    expect(await sentTypes()).toEqual([]);
  });

  it('gets its second attempt at another page, which responded last', async () => {
    await report({ url: `${url}old` });
    await report({ url: `${url}works` });
    await report({ url: `${url}broken`, httpStatus: 500 });
    await report();
    await watch();
    await fail();
    await sentMessages();
    expect((await siteOf()).recheck).toEqual({
      url: `${url}works`,
      dueAt: new Date(now + 10 * minuteMs),
    });
  });

  it('is not unreachable because several pages fail within ten minutes, or hours apart', async () => {
    await report();
    await watch();
    await fail();
    pass(9 * minuteMs);
    await fail('dns_not_found', `${url}other`);
    expect(await sentTypes()).toEqual([]);
    pass(6 * hourMs);
    await fail();
    expect(await sentTypes()).toEqual([]);
    expect((await siteOf()).failingSince).toEqual(new Date(now));
  });

  it('is not unreachable because many pages fail, until the one of its second attempt does', async () => {
    await report();
    await watch();
    await fail('server_error', `${url}broken`);
    await sentMessages();
    pass(10 * minuteMs);
    await report({ url: `${url}other`, httpStatus: 500 });
    await fail('headers_timeout', `${url}another`);
    await startRechecks(context);
    const recheck = { url, dueAt: null };
    expect(await sentTypes()).toEqual([]);
    expect(await siteOf()).toMatchObject({ isUnreachable: false, recheck });
    await report({ httpStatus: 502 });
    expect(await sentTypes()).toEqual(['site.unreachable']);
    expect(await siteOf()).toMatchObject({ isUnreachable: true, recheck: null });
  });

  it('is unreachable by any page if its host is', async () => {
    await report();
    await watch();
    await fail('server_error', `${url}broken`);
    await sentMessages();
    pass(10 * minuteMs);
    await fail('dns_not_found', `${url}other`);
    expect(await sentTypes()).toEqual(['site.unreachable']);
  });

  it('is not unreachable because of what happened before it failed', async () => {
    await report();
    await watch();
    const early = { ownerId: 'ann', url, createdAt: new Date(now) };
    pass(1);
    await fail();
    await sentMessages();
    // It is processed later.
    await store.reports.create(newReport(early));
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: new Date(now) });
  });

  it.each([
    ...['url_not_allowed', 'content_type_unsupported', 'body_too_large', 'redirect_loop'],
    ...['page_too_complex', 'analysis_timeout', 'http_status', 'robots_txt_unavailable'],
  ])('is not suspected because of %s', async (reason) => {
    await report();
    await watch();
    await fail(reason);
    await crawlFailed(reason);
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: null });
  });

  it('is not suspected because of our own faults', async () => {
    await report();
    await watch();
    await createJob(context, 'ann', { url });
    await endJob('connections', 'overloaded');
    await crawlFailed('connect_refused', 'robots_txt');
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: null });
  });

  it('is unreachable by reports of pages with a server error, too', async () => {
    await watch();
    await report({ httpStatus: 404 });
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: null });
    await report({ httpStatus: 503 });
    await sentMessages();
    pass(10 * minuteMs);
    await report({ httpStatus: 500 });
    expect(await sentMessages()).toMatchObject([
      {
        type: 'site.unreachable',
        data: {
          report: { score: 80 },
          error: { reason: 'server_error', message: 'The server responded with status 500.' },
        },
      },
    ]);
  });

  it('is unreachable by crawls whose start page fails, and found by its domain', async () => {
    await report({ url: `${url}page` });
    await watch();
    await crawlFailed('server_error');
    await sentMessages();
    expect((await siteOf()).recheck?.url).toBe(`${url}page`);
    pass(10 * minuteMs);
    await crawl({
      status: 'failed',
      end: 'start_failed',
      error: { code: 'tls_error', reason: 'tls_expired', message: 'No.' },
    });
    expect(await sentMessages()).toMatchObject([
      {
        type: 'site.unreachable',
        data: { crawl: { end: 'start_failed' }, error: { reason: 'tls_expired' } },
      },
    ]);
  });

  it.each([
    ['complete', 'responds', {}],
    ['refused', 'may still not respond', {}],
    ['complete', 'may still not respond', 'failed'],
  ] as const)('%s by a crawl: it %s', async (end, outcome, page) => {
    await report();
    await watch();
    await fail();
    await sentMessages();
    pass(10 * minuteMs);
    await fail();
    await sentMessages();
    pass(minuteMs);
    const id = await crawlDone(end, page);
    const messages = await sentMessages();
    if (outcome === 'responds') {
      expect(messages).toMatchObject([{ type: 'site.recovered', data: { crawl: { id } } }]);
    } else expect(messages).toEqual([]);
    expect((await siteOf()).isUnreachable).toBe(outcome !== 'responds');
  });

  it('is known without a webhook if its owner has a schedule', async () => {
    const { websiteId } = await report();
    await fail();
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: null });
    const daily = { every: 'day', at: '06:00', timeZone: 'UTC', task: 'reports' } as const;
    await setSchedule(context, 'ann', websiteId, daily);
    await fail();
    await sentMessages();
    pass(10 * minuteMs);
    await fail();
    await sentMessages();
    expect(await siteOf()).toMatchObject({ isUnreachable: true });
  });

  it('that was unreachable responds again, also after its owner has deleted the webhook', async () => {
    await report();
    const { webhook } = await watch();
    await fail();
    await sentMessages();
    pass(10 * minuteMs);
    await fail();
    expect(await sentTypes()).toEqual(['site.unreachable']);
    await deleteWebhook(context, 'ann', webhook.id);
    pass(minuteMs);
    await report();
    await sentMessages();
    expect(await siteOf()).toMatchObject({ failingSince: null, isUnreachable: false });
  });

  it('without a website is not kept', async () => {
    await watch();
    await fail();
    await crawlFailed('connect_refused');
    expect(await sentTypes()).toEqual([]);
  });

  it('has one message if two workers process two events of it', async () => {
    await report();
    await watch();
    await fail();
    await sentMessages();
    pass(10 * minuteMs);
    await fail();
    await fail('dns_timeout', `${url}other`);
    // Both have read what was known before one of them stores what it found.
    let waiting = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const findSite: Store['websites']['findSite'] = async (...query) => {
      const site = await store.websites.findSite(...query);
      waiting += 1;
      if (waiting === 2) release();
      await released;
      return site;
    };
    const slow = make({ store: { ...store, websites: { ...store.websites, findSite } } });
    await Promise.all([processNextEvent(slow), processNextEvent(slow)]);
    expect(await sentTypes()).toEqual(['site.unreachable']);
    // The loser read the event again at once.
    pass(hourMs);
    expect(await processNextEvent(context)).toBeUndefined();
  });
});

describe('a second attempt', () => {
  it('waits for room in the quota of the owner, and others do not', async () => {
    await report();
    await report({ ownerId: 'bob' });
    await watch();
    await fail();
    await sentMessages();
    await createJob(context, 'ann', { url });
    pass(10 * minuteMs);
    await startRechecks(make({ quotas: { queuedJobs: 1 } }));
    expect(await queued()).toHaveLength(1);
    expect((await siteOf()).recheck?.dueAt).toEqual(new Date(now + minuteMs));
    pass(minuteMs);
    await startRechecks(make({ quotas: { queuedJobs: 2 } }));
    expect(await queued()).toHaveLength(2);
  });

  it('is not started while nothing can be stored, nor after the worker was stopped', async () => {
    await report();
    await watch();
    await fail();
    await sentMessages();
    pass(10 * minuteMs);
    await startRechecks(make({ store: { ...store, isWritable: async () => false } }));
    await startRechecks(context, AbortSignal.abort());
    expect(await queued()).toEqual([]);
  });
});

describe('a certificate', () => {
  const certificate = (
    validTo: unknown,
    status: CheckResult['status'] = 'warn',
  ): Partial<NewReport> => {
    const [check] = Object.values(newReport().checks);
    if (check === undefined) throw new Error('The fixture has no check.');
    const value = { daysLeft: 3, validTo, issuer: 'A' } as CheckResult['value'];
    return { checks: { 'tls-certificate-days': { ...check, status, value } } };
  };
  const [first, second] = ['2027-01-10T00:00:00.000Z', '2027-01-12T00:00:00.000Z'];

  it('that expires soon has one message, and another one has another', async () => {
    await watch();
    const { websiteId, id } = await report(certificate(first));
    expect(await sentMessages()).toMatchObject([
      {
        type: 'certificate.expiring',
        data: {
          website: { id: websiteId, domain: 'example.com' },
          url,
          report: { id },
          unreachable_since: null,
          certificate_expires_at: first,
          error: null,
        },
      },
    ]);
    for (const validTo of [first, second, first, second]) await report(certificate(validTo));
    expect((await sentMessages()).map(({ data }) => data.certificate_expires_at)).toEqual([second]);
  });

  it('is found by a crawl, too', async () => {
    await watch();
    const id = await crawlDone('complete', certificate(first));
    const crawled = { website: { domain: 'example.com' }, crawl: { id } };
    expect(await sentMessages()).toMatchObject([
      { type: 'certificate.expiring', data: { ...crawled, certificate_expires_at: first } },
    ]);
  });

  it('that is valid long enough, or of which nothing is known, has no message', async () => {
    await watch();
    await report(certificate(first, 'pass'));
    await report(certificate('soon'));
    await report(certificate(null, 'error'));
    await report({ checks: {} });
    expect(await sentTypes()).toEqual([]);
  });

  it('is forgotten after ten others', async () => {
    await watch();
    for (let day = 10; day < 22; day += 1) {
      await report(certificate(`2027-01-${day}T00:00:00.000Z`));
    }
    expect(await sentTypes()).toHaveLength(12);
    expect((await siteOf()).certificatesTold).toHaveLength(10);
  });
});
