import fc from 'fast-check';
import { describe, it } from 'vitest';
import { anyCrawlHistory, crawlPair } from './crawl-pair.ts';
import { defaultRuns, propertyTimeoutMs, type StoreHarness } from './store-harness.ts';

/** Pages change their state once, whatever happens and however many calls run concurrently. */
export function describeStoreCrawlRaces(harness: StoreHarness): void {
  describe('concurrent changes of crawls', { timeout: propertyTimeoutMs }, () => {
    it('equal those of the reference after any history', async () => {
      const property = fc.asyncProperty(anyCrawlHistory, async (history) => {
        const fresh = await harness.create();
        try {
          const pair = crawlPair(fresh);
          for (const step of history) await pair.take(step);
          await pair.expectSame([]);
        } finally {
          await fresh.close();
        }
      });
      await fc.assert(property, { numRuns: 4 * (harness.runs ?? defaultRuns) });
    });
  });
}
