import type { Crawl, CrawlEnd, Store } from '@sitegrade/core';
import { expect } from 'vitest';
import { beginCrawl, claimWork, crawlOf, doneOutcome, newShape, newUrls } from './crawl-fixture.ts';

const ownerId = 'owner-1';

/** A crawl that ends, with this many pages. */
export interface EndedCrawl {
  readonly domain: string;
  readonly pages: number;
  readonly end: CrawlEnd;
  readonly include: readonly string[];
  readonly score: number | null;
  readonly endedAt: Date;
}

/** A crawl that counts for the score of its website. */
export const completeCrawl: EndedCrawl = {
  domain: 'a.com',
  pages: 1,
  end: 'complete',
  include: [],
  score: 50,
  endedAt: new Date(86_400_000),
};

/** A crawl whose pages are done, and the lease of its last step. */
export async function readyToEnd(store: Store, { domain, pages, include }: EndedCrawl) {
  const begun = await beginCrawl(store, {
    domain,
    host: domain,
    urls: newUrls(1, pages),
    crawl: { ownerId, include },
  });
  for (let page = 0; page < pages; page += 1) {
    const { lease } = await claimWork(store, { crawlId: begun.id });
    await store.crawls.endPage(lease, doneOutcome(), new Date());
  }
  const { lease: expand } = await claimWork(store, { crawlId: begun.id });
  await store.crawls.endStep(expand, 'finish', new Date());
  const { lease } = await claimWork(store, { crawlId: begun.id });
  return { id: begun.id, lease };
}

/** Runs a crawl of `owner-1` to its end. */
export async function endCrawl(store: Store, crawl: EndedCrawl): Promise<Crawl> {
  const { id, lease } = await readyToEnd(store, crawl);
  const { end, score, endedAt } = crawl;
  const result = score === null ? null : 'decent';
  const ended = { status: 'done', end, score, result, rulesetVersion: '1' } as const;
  const found = { issues: [], shape: newShape() };
  expect(await store.crawls.end(lease, { ...ended, ...found }, endedAt)).toBe(true);
  return crawlOf(store, id, ownerId);
}
