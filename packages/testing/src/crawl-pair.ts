import type { Crawl } from '@sitegrade/core';
import type {
  ClaimedCrawl,
  CrawlClaim,
  CrawlLease,
  CrawlPageListQuery,
  CrawlPageOutcome,
  CrawlStep,
  Store,
} from '@sitegrade/core/store';
import { memoryStore } from '@sitegrade/store-memory';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  doneOutcome,
  expectExactProgress,
  newBegun,
  newCrawl,
  newCrawlClaim,
  newShape,
  newUrls,
  outcomes,
} from './crawl-fixture.ts';
import { jobError, oneDay } from './job-fixture.ts';

const owners = ['owner-1', 'owner-2', 'owner-3'] as const;
const hosts = ['one.com', 'two.com'] as const;

/** One step of a history. `which` selects one of the existing crawls or leases. */
type CrawlHistoryStep =
  | { readonly do: 'create'; readonly ownerId: string; readonly host: string }
  | {
      readonly do: 'claim';
      readonly exceptOwner: string | undefined;
      readonly leaseMs: number;
      readonly which: number | undefined;
    }
  | {
      readonly do: 'go on';
      readonly which: number;
      readonly urls: number;
      readonly delayMs: number;
      readonly next: CrawlStep | 'pages';
      readonly outcome: number;
      /** Whether the end of a page also claims the next piece. */
      readonly claimsNext: boolean;
    }
  | { readonly do: 'give back' | 'renew' | 'end' | 'fail'; readonly which: number }
  | { readonly do: 'admit'; readonly maxAdmitted: number }
  | { readonly do: 'stop' | 'cancel' | 'delete' | 'delete outdated'; readonly which: number };

const which = fc.nat({ max: 1000 });

/**
 * Random histories of crawls. Nothing depends on how long a step takes: a lease is over at once or after a day, and
 * so is the delay of a host.
 */
export const anyCrawlHistory: fc.Arbitrary<readonly CrawlHistoryStep[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('create' as const),
        ownerId: fc.constantFrom(...owners),
        host: fc.constantFrom(...hosts),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        exceptOwner: fc.option(fc.constantFrom(...owners), { nil: undefined, freq: 3 }),
        leaseMs: fc.constantFrom(0, oneDay, oneDay, oneDay),
        which: fc.option(which, { nil: undefined, freq: 3 }),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('go on' as const),
        which,
        urls: fc.nat({ max: 6 }),
        delayMs: fc.constantFrom(0, 0, 0, 0, 0, oneDay),
        next: fc.constantFrom('pages', 'pages', 'pages', 'expand', 'finish'),
        outcome: fc.nat({ max: outcomes.length - 1 }),
        claimsNext: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('give back', 'renew', 'end', 'fail'), which }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('admit' as const),
        maxAdmitted: fc.integer({ min: 1, max: 6 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('stop', 'cancel', 'delete', 'delete outdated'),
        which,
      }),
    },
  ),
  { minLength: 30, maxLength: 90, size: 'max' },
);

/** A store and the reference, to which every step is applied, with the same outcome. */
export function crawlPair(store: Store) {
  const [actual, reference] = [crawlSide(store), crawlSide(memoryStore())];
  return {
    async take(step: CrawlHistoryStep): Promise<void> {
      const outcome = await reference.take(step);
      expect(await actual.take(step), JSON.stringify(step)).toEqual(outcome);
    },
    async expectSame(queries: readonly CrawlPageListQuery[]): Promise<void> {
      expect(await actual.everything(queries)).toEqual(await reference.everything(queries));
    },
  };
}

/** One of the two stores. In outcomes, ids are replaced by the order of creation, and times are omitted. */
function crawlSide(store: Store) {
  const { crawls } = store;
  const created: { readonly ownerId: string; readonly id: number; readonly host: string }[] = [];
  const claims: ClaimedCrawl[] = [];
  const websites: number[] = [];
  const shown = ({ createdAt: _, websiteId, startedAt, endedAt, ...crawl }: Crawl) => {
    if (websiteId !== null && !websites.includes(websiteId)) websites.push(websiteId);
    return {
      ...crawl,
      id: created.findIndex(({ id }) => id === crawl.id),
      websiteId: websiteId === null ? null : websites.indexOf(websiteId),
      isStarted: startedAt !== null,
      isEnded: endedAt !== null,
    };
  };
  const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
    items[index % items.length];
  /** The latest claims are more often the ones that hold. */
  const pickClaim = (index: number) => pick(claims.slice(-5), index);

  return { take, everything };

  async function take(step: CrawlHistoryStep): Promise<unknown> {
    const now = new Date();
    if (step.do === 'create') {
      const { ownerId, host } = step;
      const quotas = { maxRunning: 3, maxAdmitted: 3, maxPagesPerDay: 60, maxPages: 8 };
      const creation = await crawls.create(newCrawl({ ownerId, host, ...quotas }));
      if (creation.outcome !== 'created') return creation;
      created.push({ ownerId, host, id: creation.crawl.id });
      return shown(creation.crawl);
    }
    if (step.do === 'admit') return crawls.admit(step.maxAdmitted);
    if (step.do === 'claim') {
      return claimedOnce(await crawls.claim(claimOf(step)));
    }
    if (step.do === 'go on') {
      const claimed = pickClaim(step.which);
      return claimed && goOn(step, claimed, now);
    }
    if (step.do === 'give back' || step.do === 'renew' || step.do === 'end' || step.do === 'fail') {
      const claimed = pickClaim(step.which);
      if (claimed === undefined) return undefined;
      const { lease } = claimed;
      if (step.do === 'renew') return crawls.renew(lease, oneDay, now);
      if (step.do === 'give back') {
        return [
          await crawls.endStep(lease, 'given_back', new Date()),
          await crawls.endPage(lease, { kind: 'given_back' }, now),
        ];
      }
      if (step.do === 'fail') {
        return crawls.end(lease, { status: 'failed', end: 'start_failed', error: jobError }, now);
      }
      const ended = { status: 'done', end: 'complete', score: 5, result: 'bad' } as const;
      return crawls.end(
        lease,
        { ...ended, rulesetVersion: '1', issues: [], shape: newShape() },
        now,
      );
    }
    if (step.do === 'stop') {
      const claimed = pickClaim(step.which);
      return claimed && crawls.stop(claimed.lease, 'refused', now);
    }
    const crawl = pick(created, step.which);
    if (crawl === undefined) return undefined;
    if (step.do === 'delete') return crawls.delete(crawl.ownerId, crawl.id);
    if (step.do === 'cancel') {
      const canceled = await crawls.cancel(crawl.ownerId, crawl.id, now);
      return canceled && [shown(canceled.crawl), canceled.isNew];
    }
    return crawls.deleteOutdated({ ownerId: crawl.ownerId, keepPerWebsite: 1, limit: 2 });
  }

  function claimedOnce(claimed: ClaimedCrawl | undefined): unknown {
    if (claimed === undefined) return undefined;
    claims.push(claimed);
    const { lease, crawl, activeMs: _, ...others } = claimed;
    return { ...others, crawl: shown(crawl), page: lease.page };
  }

  function claimOf(step: Extract<CrawlHistoryStep, { do: 'claim' }>): CrawlClaim {
    const { exceptOwner, leaseMs, which: index } = step;
    const crawl = index === undefined ? undefined : pick(created, index);
    return newCrawlClaim({
      pageLeaseMs: leaseMs,
      stepLeaseMs: leaseMs,
      maxAttempts: 2,
      ...(exceptOwner === undefined ? {} : { exceptOwner }),
      ...(crawl === undefined ? {} : { crawlId: crawl.id }),
    });
  }

  /** Ends what was claimed, as its worker would. */
  async function goOn(
    step: Extract<CrawlHistoryStep, { do: 'go on' }>,
    { lease, work, crawl }: ClaimedCrawl,
    now: Date,
  ): Promise<unknown> {
    const { urls, delayMs, next } = step;
    if (work.kind !== 'step') {
      const outcome = outcomeOf(work.kind, step.outcome);
      const delayed = outcome.kind === 'put_back' ? { ...outcome, delayMs } : outcome;
      const claim = step.claimsNext ? newCrawlClaim({ maxAttempts: 2 }) : undefined;
      const { isEnded, next } = await crawls.endPage(lease, delayed, now, claim);
      return [isEnded, claimedOnce(next)];
    }
    if (work.step === 'start') {
      const host = created.find(({ id }) => id === crawl.id)?.host ?? '';
      const begun = { host, domain: host, delayMs, now, urls: urlsAfter(0, urls) };
      return crawls.begin(lease, newBegun(begun));
    }
    if (work.step === 'finish') return crawls.setLinks(lease, [linksOf(1), linksOf(2)]);
    const before = await lastNumber(lease);
    return [
      await crawls.addUrls(lease, urlsAfter(Math.max(0, before - 1), urls)),
      await crawls.endStep(lease, next, new Date()),
    ];
  }

  /** Every page that is done has a score, and nothing else has one. */
  function outcomeOf(kind: ClaimedCrawl['work']['kind'], index: number): CrawlPageOutcome {
    const outcome = outcomes[index] ?? { kind: 'given_back' };
    if (kind === 'page' && outcome.kind === 'found') return doneOutcome();
    if (kind !== 'page' && outcome.kind === 'done') return { kind: 'found', httpStatus: 200 };
    return outcome;
  }

  /** Pages and images, to be requested and not. */
  function urlsAfter(last: number, count: number) {
    return newUrls(last + 1, count).map((url) => ({
      ...url,
      kind: url.id % 4 === 3 ? ('image' as const) : ('page' as const),
      skipReason: url.id % 5 === 4 ? ('excluded' as const) : null,
      inSitemap: url.id % 2 === 0,
      depth: url.id % 3 === 0 ? null : url.id,
    }));
  }

  function linksOf(id: number) {
    return { id, depth: id === 1 ? null : 7, inlinks: id };
  }

  async function lastNumber({ crawlId }: CrawlLease): Promise<number> {
    const urls = await crawls.readUrls(crawlId, { after: 0, limit: 1000, outlines: false });
    return urls.at(-1)?.id ?? 0;
  }

  async function everything(queries: readonly CrawlPageListQuery[]): Promise<unknown> {
    const query = { start: { page: 1 }, perPage: 1000, sortBy: 'id', sort: 'asc' } as const;
    const all: unknown[] = [await crawls.countUnended()];
    for (const ownerId of owners) {
      const { rows, total } = await crawls.list(ownerId, query);
      all.push(total, rows.map(shown));
      for (const { id } of rows) {
        await expectExactProgress(store, id, ownerId);
        all.push(await crawls.readUrls(id, { after: 0, limit: 1000, outlines: true }));
        all.push(await crawls.shape(ownerId, id));
        for (const pageQuery of queries)
          all.push(pageQuery, await crawls.listPages(ownerId, id, pageQuery));
        const pages = await crawls.listPages(ownerId, id, query);
        for (const page of pages?.rows ?? []) {
          all.push(await crawls.findPage(ownerId, id, page.id));
        }
      }
    }
    return all;
  }
}
