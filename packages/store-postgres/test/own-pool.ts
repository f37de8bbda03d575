import pg from 'pg';
import { onTestFinished } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { ownSchema } from './own-schema.ts';

/** A pool that ends with the test, and a migrated store with its own schema. */
export async function ownPool(settings: pg.PoolConfig = {}) {
  const { connectionString, schema } = ownSchema();
  const pool = new pg.Pool({ connectionString, ...settings });
  onTestFinished(() => pool.end());
  const store = postgresStore({ pool, schema });
  await store.migrate();
  return { pool, store, schema };
}
