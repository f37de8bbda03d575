import type { Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/core/testing';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';

/** Where the servers under test keep their reports. */
export const storeKinds = ['memory', 'sqlite', 'postgres'] as const;

/** One of {@link storeKinds}. */
export type StoreKind = (typeof storeKinds)[number];

/** Opens fresh stores of one kind, migrated. */
export interface Stores {
  open(): Promise<Store>;
  /** Ends what the stores stood on; they are closed before. */
  end(): Promise<void>;
}

/** Gets ready to open stores: for Postgres a server of its own is started. */
export async function prepareStores(kind: StoreKind): Promise<Stores> {
  if (kind === 'memory') return storesOf(() => memoryStore());
  if (kind === 'sqlite') return storesOf(() => sqliteStore({ filename: ':memory:' }));
  const { startPostgres } = await import('../../../packages/store-postgres/test/start-postgres.ts');
  const { connectionString, remove } = await startPostgres();
  let opened = 0;
  return storesOf(() => {
    opened += 1;
    return postgresStore({ connectionString, schema: `fuzz_${opened}` });
  }, remove);
}

function storesOf(make: () => Store, end = async (): Promise<void> => {}): Stores {
  return {
    async open() {
      const store = make();
      await store.migrate();
      return store;
    },
    end,
  };
}
