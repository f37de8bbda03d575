import { memoryStore } from '@sitegrade/store-memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { type ContextOptions, createContext } from '../context/create-context.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import { deleteOldCrawls } from '../maintenance/delete-old-crawls.ts';
import type { Store } from '../store/store.ts';
import { cancelCrawl, deleteCrawl } from './cancel-crawl.ts';
import { type CreateCrawlInput, createCrawl } from './create-crawl.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';
import { eachCrawlPage, getCrawlPage, listCrawlPages } from './list-crawl-pages.ts';
import { eachCrawl, listCrawls } from './list-crawls.ts';

const url = 'https://example.com/';

let store: Store;
let events: SitegradeEvent[];
let context: Context;
/** Milliseconds of the clock: half a day before midnight. */
let now: number;

const make = (options: Partial<ContextOptions> = {}) =>
  createContext({
    store,
    now: () => new Date(now),
    onEvent: (event) => events.push(event),
    ...options,
  });

beforeEach(() => {
  store = memoryStore();
  events = [];
  now = Date.UTC(2027, 0, 1, 12);
  context = make();
});

describe('creating a crawl', () => {
  it('stores it with the defaults, and emits an event', async () => {
    const crawl = await createCrawl(context, 'ann', { url: 'https://EXAMPLE.com/?key=secret#top' });
    expect(crawl).toMatchObject({
      id: 1,
      url: 'https://example.com/?key=secret',
      status: 'queued',
      maxPages: 100,
      include: [],
      exclude: [],
      source: 'both',
      websiteId: null,
      createdAt: new Date(now),
    });
    expect(await getCrawl(context, 'ann', 1)).toEqual(crawl);
    const [event] = events;
    expect(event).toMatchObject({
      type: 'crawl.created',
      ownerId: 'ann',
      crawlId: 1,
      maxPages: 100,
    });
    expect(JSON.stringify(event)).not.toContain('secret');
  });

  it('keeps that there was no scheme', async () => {
    expect((await createCrawl(context, 'ann', { url: 'example.com' })).url).toBe('example.com/');
  });

  it.each([
    [{ url: '' }, 'url', 'must not be empty.'],
    [{ url: 'ftp://example.com/' }, 'url', expect.any(String)],
    [{ maxPages: 0 }, 'maxPages', 'must be an integer from 1 to 10000.'],
    [{ maxPages: 10_001 }, 'maxPages', 'must be an integer from 1 to 10000.'],
    [{ maxPages: 1.5 }, 'maxPages', 'must be an integer from 1 to 10000.'],
    [{ source: 'all' as never }, 'source', 'must be one of links, sitemap, both.'],
    [{ include: '/a' as never }, 'include', 'must be an array of path patterns.'],
    [{ include: ['/a', '/b', '*', 'a'] }, 'include.3', 'must begin with / or *.'],
    [{ exclude: ['/', ''] }, 'exclude.1', 'must begin with / or *.'],
    [{ exclude: [5 as never] }, 'exclude.0', 'must be a string.'],
    [{ exclude: [`/${'a'.repeat(500)}`] }, 'exclude.0', 'must be at most 500 characters.'],
    [{ exclude: Array(101).fill('/') }, 'exclude', 'must be at most 100 patterns.'],
    [{ exclude: Array(2) as never }, 'exclude.0', 'must be a string.'],
    [{ pages: 5 } as never, 'pages', expect.stringContaining('is not a known field.')],
  ] satisfies [Partial<CreateCrawlInput>, string, unknown][])(
    'refuses %j, and names the field',
    async (input, field, issue) => {
      await expect(createCrawl(context, 'ann', { url, ...input })).rejects.toMatchObject({
        issues: { [field]: [issue] },
      });
      expect((await listCrawls(context, 'ann')).total).toBe(0);
    },
  );

  it('names all invalid fields at once', async () => {
    const input = { url: '', maxPages: 0, include: ['a'], exclude: ['/', 'b', ''] };
    const issues = {
      url: ['must not be empty.'],
      maxPages: ['must be an integer from 1 to 10000.'],
      'include.0': ['must begin with / or *.'],
      'exclude.1': ['must begin with / or *.'],
      'exclude.2': ['must begin with / or *.'],
    };
    await expect(createCrawl(context, 'ann', input)).rejects.toMatchObject({ issues });
    await expect(createCrawl(context, 'ann', null as never)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('has at most as many pages as the operator allows', async () => {
    context = make({ crawls: { maxPages: 50 } });
    expect((await createCrawl(context, 'ann', { url })).maxPages).toBe(50);
    await expect(createCrawl(context, 'ann', { url, maxPages: 51 })).rejects.toMatchObject({
      issues: { maxPages: ['must be an integer from 1 to 50.'] },
    });
    context = make({ crawls: { maxPages: 100_000 }, quotas: { crawlPagesPerDay: 200_000 } });
    expect((await createCrawl(context, 'ann', { url, maxPages: 100_000 })).maxPages).toBe(100_000);
    await expect(createCrawl(context, 'ann', { url, maxPages: 100_001 })).rejects.toMatchObject({
      issues: { maxPages: ['must be an integer from 1 to 100000.'] },
    });
    expect(() => make({ crawls: { maxPages: 100_001 } })).toThrow(
      'createContext: crawls.maxPages must be an integer from 1 to 100000.',
    );
    expect(() => make({ crawls: { perHost: 0 } })).toThrow('crawls.perHost');
  });
});

describe('quotas', () => {
  it('are two crawls at a time by default', async () => {
    const { id } = await createCrawl(context, 'ann', { url });
    await createCrawl(context, 'ann', { url });
    await expect(createCrawl(context, 'ann', { url })).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('running crawls is 2: there are 2, and this request adds 1'),
      retryAfterSeconds: 60,
    });
    await createCrawl(context, 'bob', { url });
    await cancelCrawl(context, 'ann', id);
    await createCrawl(context, 'ann', { url });
  });

  it('are 20,000 pages a day by default', async () => {
    context = make({ quotas: { runningCrawls: 100 } });
    await createCrawl(context, 'ann', { url, maxPages: 10_000 });
    const { id } = await createCrawl(context, 'ann', { url, maxPages: 9_000 });
    await expect(createCrawl(context, 'ann', { url, maxPages: 1_001 })).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining(
        'crawl pages a day is 20000: there are 19000, and this request adds 1001',
      ),
      retryAfterSeconds: 12 * 60 * 60,
    });
    // Deleting makes no room, ending does.
    await deleteCrawl(context, 'ann', 1);
    await expect(createCrawl(context, 'ann', { url, maxPages: 1_001 })).rejects.toThrow();
    await cancelCrawl(context, 'ann', id);
    await createCrawl(context, 'ann', { url, maxPages: 10_000 });
    now += 12 * 60 * 60 * 1000;
    await createCrawl(context, 'ann', { url, maxPages: 10_000 });
  });
});

it('is canceled once by calls at the same time, and reported once', async () => {
  const { id } = await createCrawl(context, 'ann', { url });
  const canceled = await Promise.all(
    Array.from({ length: 3 }, () => cancelCrawl(context, 'ann', id)),
  );
  for (const { status } of canceled) expect(status).toBe('canceled');
  expect(events.map(({ type }) => type)).toEqual(['crawl.created', 'crawl.canceled']);
});

describe('an idempotency key', () => {
  const once = { idempotencyKey: 'k' };

  it('returns the crawl of the first call, in its current state', async () => {
    const { id } = await createCrawl(context, 'ann', { url, include: ['/a'] }, once);
    const canceled = await cancelCrawl(context, 'ann', id);
    expect(await createCrawl(context, 'ann', { url, include: ['/a'] }, once)).toEqual(canceled);
    expect(events.map(({ type }) => type)).toEqual(['crawl.created', 'crawl.canceled']);
  });

  it('is for the whole input', async () => {
    await createCrawl(context, 'ann', { url }, once);
    await expect(createCrawl(context, 'ann', { url, maxPages: 5 }, once)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('reports that the crawl was deleted', async () => {
    const { id } = await createCrawl(context, 'ann', { url }, once);
    await deleteCrawl(context, 'ann', id);
    await expect(createCrawl(context, 'ann', { url }, once)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('The crawl created with this Idempotency-Key was deleted.'),
    });
  });
});

it('belongs to its owner only', async () => {
  const { id } = await createCrawl(context, 'ann', { url });
  const missing = { code: 'not_found' };
  await expect(getCrawl(context, 'bob', id)).rejects.toMatchObject(missing);
  await expect(cancelCrawl(context, 'bob', id)).rejects.toMatchObject(missing);
  await expect(deleteCrawl(context, 'bob', id)).rejects.toMatchObject(missing);
  await expect(listCrawlPages(context, 'bob', id)).rejects.toMatchObject(missing);
  await expect(eachCrawlPage(context, 'bob', id).next()).rejects.toMatchObject(missing);
  await expect(getCrawlPage(context, 'bob', id, 1)).rejects.toMatchObject(missing);
  await expect(listCrawlIssues(context, 'bob', id)).rejects.toMatchObject(missing);
  expect((await listCrawls(context, 'bob')).rows).toEqual([]);
  expect((await eachCrawl(context, 'ann').next()).value?.id).toBe(id);
  expect(await listCrawlIssues(context, 'ann', id)).toEqual([]);
});

it.each([
  [{ keepPerWebsite: 0 }, 'keepPerWebsite'],
  [{ keepPerWebsite: 1.5 }, 'keepPerWebsite'],
  [{ createdBefore: new Date('never') }, 'createdBefore'],
  [{ ownerId: '' }, 'ownerId'],
])('deleting old crawls refuses %j', async (input, field) => {
  await expect(deleteOldCrawls(context, input)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: { [field]: [expect.any(String)] },
  });
});
