import type { Store } from '@sitegrade/core';
import type { ClaimedCrawl, CounterDrift } from '@sitegrade/core/store';
import { newReport, newShape } from '@sitegrade/testing';
import {
  newBegun,
  newCrawl,
  newCrawlClaim,
  newUrls,
  outcomes,
} from '../../testing/src/crawl-fixture.ts';

const ownerId = 'owner-1';
const workers = 20;
const stepsEach = 15;

/** The error of an interrupted statement. */
export const cutOff = Object.assign(new Error('connection terminated'), { code: '08006' });

/** Whether to skip a statement: about one in ten, the same ones each time. */
export function everyNowAndThen(): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    // Scattered, because every method repeats the same statements.
    return (Math.imul(asked, 2_654_435_761) >>> 16) % 10 === 0;
  };
}

/**
 * Twenty workers create and delete reports of three websites, and sometimes a website, and crawl them at the same time.
 * Failed calls are not retried.
 *
 * @param leaseMs - Longer than a call takes.
 * @returns how many calls succeeded, and how many of them ended a page of a crawl.
 */
export async function runTwentyWorkers(
  store: Store,
  leaseMs = 30,
): Promise<{ readonly succeeded: number; readonly endedPages: number }> {
  let succeeded = 0;
  let endedPages = 0;
  const attempt = async <Result>(step: Promise<Result>): Promise<Result | undefined> => {
    const [outcome] = await Promise.allSettled([step]);
    if (outcome.status === 'rejected') return undefined;
    succeeded += 1;
    return outcome.value;
  };
  const work = async (worker: number): Promise<void> => {
    const kept: number[] = [];
    for (let step = 0; step < stepsEach; step += 1) {
      const index = worker * stepsEach + step;
      const domain = `${index % 3}.com`;
      const result = (['good', 'decent', 'bad'] as const)[index % 3] ?? 'good';
      const report = newReport({ ownerId, domain, result, score: index % 101 });
      const made = await attempt(store.reports.create(report));
      if (made) kept.push(made.id);
      const old = step % 2 === 0 ? undefined : kept.shift();
      if (old !== undefined) await attempt(store.reports.delete(ownerId, old));
      if (made && index % 50 === 49) await attempt(store.websites.delete(ownerId, made.websiteId));
      if (step % 3 === 0 && worker % 3 === 0) {
        const host = `${index}.${domain}`;
        await attempt(
          store.crawls.create(newCrawl({ ownerId, url: `https://${host}/`, host, maxPages: 5 })),
        );
      }
      // Work that was interrupted is claimed again.
      const leases = { pageLeaseMs: leaseMs, stepLeaseMs: leaseMs };
      const claim = { ...leases, perHost: 20, maxAttempts: 1_000 };
      for (let piece = step % 2; piece < 2; piece += 1) {
        const claimed = await attempt(store.crawls.claim(newCrawlClaim(claim)));
        const ended = claimed && (await attempt(workOnCrawl(store, claimed, index + piece)));
        if (ended === true && claimed?.work.kind !== 'step') endedPages += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { succeeded, endedPages };
}

/** One piece of work of a crawl, sometimes after the crawl was stopped, canceled or deleted. */
async function workOnCrawl(
  { crawls }: Store,
  { lease, crawl, work }: ClaimedCrawl,
  index: number,
): Promise<boolean> {
  const now = new Date();
  if (index % 23 === 22) await crawls.cancel(ownerId, crawl.id, now);
  if (index % 31 === 30) await crawls.delete(ownerId, crawl.id);
  if (index % 37 === 36) await crawls.stop(lease, 'refused', now);
  if (work.kind !== 'step') {
    const outcome = outcomes[index % outcomes.length] ?? { kind: 'given_back' };
    return (await crawls.endPage(lease, outcome, now)).isEnded;
  }
  if (work.step === 'start') {
    const domain = `${index % 3}.com`;
    const { host } = new URL(crawl.url);
    return crawls.begin(lease, newBegun({ domain, host, urls: newUrls(1, 5), now }));
  }
  if (work.step === 'expand') return crawls.endStep(lease, 'finish', new Date());
  const done = { status: 'done', end: 'complete', score: 1, result: 'bad', issues: [] } as const;
  return crawls.end(lease, { ...done, rulesetVersion: '1', shape: newShape() }, now);
}

/** Every counter that differs from its rows. */
export async function driftsOf({ maintenance }: Store): Promise<readonly CounterDrift[]> {
  const some = { limit: 50, repair: false };
  const websites = await maintenance.reconcileWebsites({ ...some, after: 0 });
  const owners = await maintenance.reconcileOwners({ ...some, after: '' });
  return [...websites.drifts, ...owners.drifts];
}
