import { inject } from 'vitest';

let made = 0;

/** Options of a store with a schema of its own, which no other test uses. */
export function ownSchema(): { readonly connectionString: string; readonly schema: string } {
  made += 1;
  const worker = process.env.VITEST_POOL_ID ?? '0';
  return {
    connectionString: inject('postgres'),
    schema: `test_${process.pid}_${worker}_${Date.now()}_${made}`,
  };
}
