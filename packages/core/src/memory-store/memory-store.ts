import type { Store } from '../store.ts';
import { memoryApiKeys } from './memory-api-keys.ts';
import { memoryIdempotencyKeys } from './memory-idempotency-keys.ts';
import { memoryMaintenance } from './memory-maintenance.ts';
import { memoryReports } from './memory-reports.ts';
import { emptyTables } from './memory-tables.ts';
import { memoryWebsites } from './memory-websites.ts';

/**
 * A store that forgets everything with the process: for tests, and as the reference that
 * `describeStore` compares other stores with. Plain arrays, obviously right rather than fast.
 *
 * @example
 * ```ts
 * const context = createContext({ store: memoryStore() });
 * ```
 */
export function memoryStore(): Store {
  const tables = emptyTables();
  return {
    reports: memoryReports(tables),
    websites: memoryWebsites(tables),
    apiKeys: memoryApiKeys(tables),
    idempotencyKeys: memoryIdempotencyKeys(tables),
    maintenance: memoryMaintenance(tables),
    async migrate() {},
    async close() {},
  };
}
