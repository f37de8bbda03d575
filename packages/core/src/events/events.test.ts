import type { RequestListener } from 'node:http';
import type { Check } from '@sitegrade/audit/checks';
import { startServer } from '@sitegrade/audit/for-tests';
import type { ErrorCode } from '@sitegrade/foundation/errors';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import { createReport } from '../reports/create-report.ts';
import { deleteReport } from '../reports/delete-report.ts';
import { deleteWebsite } from '../websites/delete-website.ts';
import { updateWebsite } from '../websites/update-website.ts';
import type { SitegradeEvent } from './sitegrade-event.ts';

const page: RequestListener = (_, response) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');

let origin: string;
let answer: RequestListener;
let events: SitegradeEvent[];
let clock: number;
let context: Context;

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store: memoryStore(),
    network: { allowAddresses: [new URL(origin).host], ports: 'any' },
    monotonicMs: () => clock,
    onEvent: (event) => events.push(event),
    ...options,
  });

beforeEach(async () => {
  answer = page;
  origin = await startServer((request, response) => answer(request, response));
  events = [];
  clock = 1_000;
  context = make();
});

describe('report.created', () => {
  it('contains the report data and the duration by the monotonic clock', async () => {
    answer = (request, response) => {
      clock += 250.4;
      page(request, response);
    };
    const report = await createReport(context, 'ann', { url: `${origin}/a?b=c#d` });
    expect(events).toEqual([
      {
        type: 'report.created',
        ownerId: 'ann',
        reportId: report.id,
        websiteId: report.websiteId,
        url: `${origin}/a?b=c`,
        domain: new URL(origin).host,
        score: report.score,
        result: report.result,
        partial: report.partial,
        durationMs: Math.round(clock - 1_000),
      },
    ]);
    expect(clock).toBeGreaterThan(1_200);
  });

  it('is not emitted for a request that is repeated with its idempotency key', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await createReport(context, 'ann', { url: origin }, options);
    expect(await createReport(context, 'ann', { url: origin }, options)).toEqual(first);
    expect(events.map(({ type }) => type)).toEqual(['report.created']);
    const other = createReport(context, 'ann', { url: `${origin}/other` }, options);
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(events[1]).toMatchObject({ type: 'report.failed', code: 'idempotency_mismatch' });
  });

  it('is emitted after the report is stored and before the call returns', async () => {
    const order: string[] = [];
    const store = memoryStore();
    const create: typeof store.reports.create = async (report) => {
      const kept = await store.reports.create(report);
      order.push('kept');
      return kept;
    };
    const watched = make({
      store: { ...store, reports: { ...store.reports, create } },
      onEvent: ({ type }) => order.push(type),
    });
    await createReport(watched, 'ann', { url: origin });
    expect([...order, 'answered']).toEqual(['kept', 'report.created', 'answered']);
  });
});

describe('report.failed', () => {
  const failed = async (url: string, options: { readonly signal?: AbortSignal } = {}) => {
    await expect(createReport(context, 'ann', { url }, options)).rejects.toThrow();
    expect(events).toHaveLength(1);
    return events[0];
  };
  const about = { type: 'report.failed', ownerId: 'ann', durationMs: 0 } as const;

  it('contains the error code and the URL', async () => {
    answer = (_, response) => response.setHeader('content-type', 'application/pdf').end();
    expect(await failed(`${origin}/a#b`)).toEqual({
      ...about,
      code: 'page_not_html',
      reason: 'content_type_unsupported',
      url: `${origin}/a`,
    });
  });

  it.each([
    ['http://ann:hunter2@example.com/', 'url_not_allowed', 'url_userinfo'],
    ['ann:hunter2@example.com', 'url_not_allowed', 'url_scheme'],
    ['postgres://ann:hunter2@example.com/', 'url_not_allowed', 'url_scheme'],
    ['http://ann:hunter2@', 'url_not_allowed', 'url_userinfo'],
    ['ann hunter2', 'invalid_input', 'url_invalid'],
    [`http://example.com/${'x'.repeat(2_048)}`, 'invalid_input', 'url_too_long'],
  ])('contains only the code for %s', async (url, code, reason) => {
    expect(await failed(url)).toEqual({ ...about, code, reason });
  });

  it('contains no URL for input that is not a string', async () => {
    expect(await failed(5 as unknown as string)).toEqual({ ...about, code: 'invalid_input' });
  });

  it('contains the URL of a private address, but not one with a password', async () => {
    const code = 'url_not_allowed';
    const url = 'http://10.0.0.1/';
    expect(await failed(url)).toEqual({ ...about, code, reason: 'address_blocked', url });
  });

  it('distinguishes an aborted call from an unexpected error', async () => {
    const controller = new AbortController();
    answer = () => controller.abort(new Error('gone'));
    const url = `${origin}/`;
    expect(await failed(url, { signal: controller.signal })).toEqual({
      ...about,
      code: 'aborted',
      url,
    });
    events.length = 0;
    answer = page;
    const store = memoryStore();
    const create = () => Promise.reject(new Error('disk full'));
    context = make({ store: { ...store, reports: { ...store.reports, create } } });
    expect(await failed(url)).toEqual({ ...about, code: 'internal', url });
  });

  it('is emitted for calls that are rejected by limits', async () => {
    context = make({ analyses: { perOwner: 1 } });
    let release = () => {};
    answer = (request, response) => {
      release = () => page(request, response);
    };
    const first = createReport(context, 'ann', { url: origin });
    await vi.waitFor(() => expect(release).not.toHaveLength(1));
    const url = `${origin}/`;
    expect(await failed(url)).toEqual({ ...about, code: 'rate_limited', url });
    answer = page;
    await vi.waitFor(async () => {
      release();
      expect(events).toHaveLength(2);
    });
    await first;
  });
});

describe('check.failed', () => {
  const broken = (id: string, thrown: unknown): Check => ({
    id,
    category: 'seo',
    importance: 'medium',
    title: 'Broken',
    advice: 'Repair it.',
    source: 'https://example.com/',
    run: () => {
      throw thrown;
    },
  });

  it('contains the cause of every failure, with one warning per check', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const thrown = new Error('no hunter2two at https://a.test/?api_key=abc&x=1', {
      cause: new TypeError('Bearer abcdef'),
    });
    const checks = [broken('broken-1', thrown), broken('broken-2', 'not an error')];
    context = make({ ruleset: { version: 'test', checks } });
    const url = `${origin}/?x=1&token=hunter2two`;
    for (const ownerId of ['ann', 'bob']) {
      const report = await createReport(context, ownerId, { url });
      expect(report.url).toBe(url);
      const about = { type: 'check.failed', ownerId, url: `${origin}/?x=1&token=[redacted]` };
      const message = 'no [redacted] at https://a.test/?api_key=[redacted]&x=1';
      expect(events.splice(0)).toEqual([
        {
          ...about,
          check: 'broken-1',
          error: {
            name: 'Error',
            message,
            stack: expect.stringMatching(/^Error: no \[redacted\] at .*\n {4}at /),
            cause: expect.objectContaining({ name: 'TypeError', message: 'Bearer [redacted]' }),
          },
        },
        { ...about, check: 'broken-2', error: { name: 'string', message: 'not an error' } },
        expect.objectContaining({ type: 'report.created', ownerId }),
      ]);
    }
    expect(warn.mock.calls).toEqual([
      [
        'The check broken-1 failed. Later failures of this check only emit check.failed.',
        {
          type: 'SitegradeWarning',
          code: 'SITEGRADE_CHECK_FAILED',
          detail: expect.stringMatching(/^Error: no \[redacted\] at .*\n {4}at /),
        },
      ],
      [
        'The check broken-2 failed. Later failures of this check only emit check.failed.',
        {
          type: 'SitegradeWarning',
          code: 'SITEGRADE_CHECK_FAILED',
          detail: 'string: not an error',
        },
      ],
    ]);
    warn.mockRestore();
  });
});

describe('the url of an event', () => {
  it('has no secrets in parameters, while the report has the complete URL', async () => {
    const url = `${origin}/a?lang=de&access_token=hunter2&next=%2F%3Fsig%3Dabc`;
    const clean = `${origin}/a?lang=de&access_token=[redacted]&next=[redacted]`;
    const report = await createReport(context, 'ann', { url });
    expect(report.url).toBe(url);
    answer = (_, response) => response.setHeader('content-type', 'application/pdf').end();
    await expect(createReport(context, 'ann', { url })).rejects.toThrow();
    expect(events).toEqual([
      expect.objectContaining({ type: 'report.created', url: clean }),
      expect.objectContaining({ type: 'report.failed', url: clean }),
    ]);
  });
});

describe('the other events', () => {
  it('are emitted for updates and deletions, but not for missing records', async () => {
    const { id, websiteId } = await context.store.reports.create(newReport({ ownerId: 'ann' }));
    await updateWebsite(context, 'ann', websiteId, { privacy: 'public' });
    await deleteReport(context, 'ann', id);
    await context.store.reports.create(newReport({ ownerId: 'ann' }));
    await deleteWebsite(context, 'ann', websiteId);
    const expected = [
      {
        type: 'website.updated',
        ownerId: 'ann',
        websiteId,
        domain: newReport().domain,
        privacy: 'public',
      },
      { type: 'report.deleted', ownerId: 'ann', reportId: id },
      {
        type: 'website.deleted',
        ownerId: 'ann',
        websiteId,
        domain: newReport().domain,
        reportsCount: 1,
      },
    ];
    expect(events).toEqual(expected);
    await expect(deleteReport(context, 'ann', id)).rejects.toThrow();
    await expect(deleteWebsite(context, 'ann', websiteId)).rejects.toThrow();
    await expect(updateWebsite(context, 'ann', websiteId, { privacy: 'public' })).rejects.toThrow();
    const { websiteId: other } = await context.store.reports.create(newReport({ ownerId: 'bob' }));
    await expect(updateWebsite(context, 'bob', other, { privacy: 'password' })).rejects.toThrow();
    await expect(updateWebsite(context, 'ann', other, { privacy: 'public' })).rejects.toThrow();
    expect(events).toEqual(expected);
  });
});

describe('a listener that fails', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('metrics at http://ann:hunter2@metrics are down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('metrics at http://ann:hunter2@metrics are down'))],
    [
      'rejects later',
      async () => {
        await new Promise(setImmediate);
        throw new Error('metrics at http://ann:hunter2@metrics are down');
      },
    ],
  ])('changes nothing, and causes one warning: %s', async (_name, onEvent) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    context = make({ onEvent });
    for (let round = 0; round < 3; round += 1) {
      const { id } = await context.store.reports.create(newReport({ ownerId: 'ann' }));
      expect(await deleteReport(context, 'ann', id)).toBeUndefined();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    expect(warn.mock.calls).toEqual([
      [
        'The onEvent listener failed for report.deleted. Later failures are not reported.',
        {
          type: 'SitegradeWarning',
          code: 'SITEGRADE_LISTENER_FAILED',
          detail: expect.stringMatching(
            /^Error: metrics at http:\/\/\[redacted\]@metrics are down/,
          ),
        },
      ],
    ]);
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
    warn.mockRestore();
  });

  it('does not delay the call', async () => {
    context = make({ onEvent: () => new Promise(() => {}) });
    expect((await createReport(context, 'ann', { url: origin })).id).toBe(1);
  });
});

describe('the type of events', () => {
  it('is a closed union', () => {
    expectTypeOf<SitegradeEvent['type']>().toEqualTypeOf<
      | 'report.created'
      | 'report.failed'
      | 'report.deleted'
      | 'report.link_renewed'
      | 'check.failed'
      | 'website.updated'
      | 'website.link_renewed'
      | 'website.deleted'
      | 'owner.deleted'
      | 'jobs.created'
      | 'job.done'
      | 'job.retried'
      | 'job.failed'
      | 'job.canceled'
      | 'crawl.created'
      | 'crawl.completed'
      | 'crawl.failed'
      | 'crawl.canceled'
      | 'schedule.started'
      | 'schedule.missed'
      | 'delivery.succeeded'
      | 'delivery.failed'
      | 'webhook.disabled'
      | 'recipient.refused'
      | 'alert.failed'
      | 'mail.sent'
      | 'mail.failed'
      | 'mail.dropped'
    >();
    expectTypeOf<Extract<SitegradeEvent, { type: 'report.failed' }>['code']>().toEqualTypeOf<
      ErrorCode | 'aborted'
    >();
  });
});

it('ignores an option that is undefined', async () => {
  const options = { now: undefined, monotonicMs: undefined, defaultPrivacy: undefined };
  const made = make(options as unknown as Partial<ContextOptions>);
  expect(made.now()).toBeInstanceOf(Date);
  expect(made.monotonicMs()).toBeGreaterThan(0);
  expect(made.defaultPrivacy).toBe('private');
});
