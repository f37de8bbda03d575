import type { Store } from '@sitegrade/core';
import { afterEach, beforeEach } from 'vitest';

/** What `describeStore` needs of a store to run its tests on it. */
export interface StoreHarness {
  /** An empty store, migrated and of its own: no other that this made may show in it. */
  readonly create: () => Promise<Store>;
  /** How many generated histories each property is tried with. Default: 5. */
  readonly runs?: number;
}

/** Default number of histories. */
export const defaultRuns = 5;

/** Milliseconds that a property may take: thousands of queries, on whatever machine. */
export const propertyTimeoutMs = 180_000;

/** Gives every test of a suite a new store, and closes it afterwards. */
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
