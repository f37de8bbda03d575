import type { Store } from '@sitegrade/core/store';
import { afterEach, beforeEach } from 'vitest';

/** The store to test with `describeStore`. */
export interface StoreHarness {
  /** Creates an empty, migrated store that shares no data with others. */
  readonly create: () => Promise<Store>;
  /**
   * Lets time pass in a store that uses the clock of its database: moves the times of all leases and delays back, those
   * until which crawls are counted and secrets are used, those since when webhooks fail, and those of mails and
   * confirmations. A negative number sets the clock back. Omit it for a store that uses the times that it is given.
   */
  readonly pass?: (store: Store, ms: number) => Promise<void>;
  /** Number of generated histories for each property. Default: 5. */
  readonly runs?: number;
}

/** Time limit of a property in milliseconds: thousands of queries, on any machine. */
export const propertyTimeoutMs = 900_000;

/**
 * How a property of histories is checked. Its search for the smallest counterexample ends before its time limit, as a
 * test that runs into it says nothing about what failed.
 */
export function propertyRuns({ runs = 5 }: StoreHarness, factor = 1) {
  return {
    numRuns: factor * runs,
    interruptAfterTimeLimit: 0.9 * propertyTimeoutMs,
    markInterruptAsFailure: true,
  };
}

/** Creates a store for every test of a suite, and closes it afterwards. */
export function useStore({ create }: StoreHarness): () => Store {
  let current: Store | undefined;
  beforeEach(async () => {
    current = await create();
  });
  afterEach(async () => {
    await current?.close();
    current = undefined;
  });
  return () => {
    if (current === undefined) throw new Error('There is a store only while a test runs.');
    return current;
  };
}
