import { createCrawl, createWebhook, issueApiKey, testWebhook } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import fc from 'fast-check';
import type { Server, Servers } from './servers.ts';

/** The initial data of an owner: reports that are stored without an analysis. */
interface Seed {
  readonly reports: readonly (readonly [
    domain: string,
    path: string,
    title: string | null,
    score: number,
  ])[];
  /** Privacy of the websites, in rotation. */
  readonly privacies: readonly number[];
}

/** Few domains, paths and scores, so that there are ties and several pages. */
export const anySeed: fc.Arbitrary<Seed> = fc.record({
  reports: fc.array(
    fc.tuple<[string, string, string | null, number]>(
      fc.constantFrom('example.com', 'example.com:8080', 'xn--mnchen-3ya.de', 'b.test'),
      fc.constantFrom('/', '/a', '/A_b%20c', '/100%', '/%C3%BC', '/?q=1&page=2', '/日本語'),
      fc.option(fc.constantFrom('A title', '', '<b>"', '日本語 \u{1F600}')),
      fc.oneof(fc.constantFrom(0, 50, 80, 100), fc.nat({ max: 100 })),
    ),
    { maxLength: 24, size: 'max' },
  ),
  privacies: fc.array(fc.constantFrom(1, 0, 2), { minLength: 1, maxLength: 4 }),
});

/** The expected state of an owner according to all responses, and values for requests. */
export interface Owner {
  /** The key of each server. */
  readonly keys: readonly string[];
  readonly reports: Map<number, { readonly website_id: number; readonly result: string }>;
  readonly websites: Map<number, { readonly privacy: number }>;
  /** The jobs of a batch, whose id is that of the first. They may have been deleted. */
  readonly jobs: readonly number[];
  /** Crawls that wait for a worker. They may have been canceled or deleted. */
  readonly crawls: readonly number[];
  /** Webhooks, which may have been deleted. */
  readonly webhooks: readonly number[];
  /** Ids that were deleted or that belong to another owner. */
  readonly lost: { readonly reports: number[]; readonly websites: number[] };
  /** Taken from responses, latest last. */
  readonly cursors: string[];
  readonly etags: string[];
}

/** Part of everything that no response may contain: owner ids and hashes. */
export const secretMark = 'kept-inside';

let owners = 0;

/** Creates a new owner with the same data on both servers. */
export async function createOwner({ all }: Servers, seed: Seed): Promise<Owner> {
  owners += 1;
  const foreignSeed = { ...seed, reports: seed.reports.slice(0, 2) };
  const created = [];
  for (const server of all) {
    const ownerId = `owner-${owners}-${secretMark}`;
    const records = await insert(server, ownerId, seed);
    const foreign = await insert(server, `foreign-${owners}-${secretMark}`, foreignSeed);
    const { key } = await issueApiKey(server.context, ownerId);
    created.push({ own: records, foreign, key });
  }
  const [first] = created;
  if (first === undefined) throw new Error('There are no servers.');
  const { own, foreign } = first;
  const lost = { reports: [...foreign.reports.keys()], websites: [...foreign.websites.keys()] };
  return { keys: created.map(({ key }) => key), ...own, lost, cursors: [], etags: [] };
}

/** Removes a record, and the reports of a website. */
export function removeRecord(owner: Owner, resource: 'reports' | 'websites', id: number): void {
  owner[resource].delete(id);
  owner.lost[resource].push(id);
  if (resource === 'reports') return;
  for (const [reportId, { website_id }] of owner.reports) {
    if (website_id === id) removeRecord(owner, 'reports', reportId);
  }
}

const rendering = {
  status: 'failed',
  reason: 'render_crashed',
  message: 'The page was not rendered: it crashed in the browser.',
} as const;

async function insert({ store, context }: Server, ownerId: string, seed: Seed) {
  const reports: Owner['reports'] = new Map();
  const websites: Owner['websites'] = new Map();
  for (const [domain, path, title, score] of seed.reports) {
    const url = `https://${domain}${path}`;
    const result = score >= 80 ? 'good' : score >= 50 ? 'decent' : 'bad';
    const page = { domain, url, finalUrl: url, title };
    const made = newReport({ ownerId, ...page, score, result, createdAt: context.now() });
    const report = { ...made, page: { ...made.page, rendering } };
    const { id, websiteId } = await store.reports.create(report);
    // Each has a picture, so that it is found wherever its report is.
    await store.reports.keepScreenshot(ownerId, id, Uint8Array.of(255, 216, 255), 1_000);
    reports.set(id, { website_id: websiteId, result });
    websites.set(websiteId, { privacy: 1 });
  }
  for (const [index, id] of [...websites.keys()].entries()) {
    const privacy = seed.privacies[index % seed.privacies.length] ?? 1;
    await store.websites.update(ownerId, id, {
      privacy: (['public', 'private', 'password'] as const)[privacy] ?? 'private',
      ...(privacy === 2 && { passwordHash: `$hash$${secretMark}` }),
      updatedAt: context.now(),
    });
    websites.set(id, { privacy });
  }
  const jobs = await store.jobs.create({
    ownerId,
    urls: Array.from({ length: 5 }, (_, index) => `https://example.com/${index}`),
    isBatch: true,
    createdAt: context.now(),
    maxQueued: 5,
  });
  if (jobs.outcome !== 'created') throw new Error('The jobs were not stored.');
  const crawls: number[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id } = await createCrawl(context, ownerId, { url: 'https://example.com/' });
    crawls.push(id);
  }
  const webhooks: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const input = { url: 'https://hooks.example.com/' };
    const { webhook } = await createWebhook(context, ownerId, input);
    await testWebhook(context, ownerId, webhook.id);
    webhooks.push(webhook.id);
  }
  return { reports, websites, jobs: jobs.jobs.map(({ id }) => id), crawls, webhooks };
}
