import type { Store } from '@sitegrade/core';
import type { StoreHarness } from '@sitegrade/testing';
import pg from 'pg';
import { afterAll } from 'vitest';
import { openPostgresStore } from '../src/postgres-store.ts';
import { ownSchema } from './own-schema.ts';

/** A contract has no time limit: a busy machine may take ten times as long. */
const patientMs = 100_000;

/**
 * Creates empty, migrated stores that share no data with others that are open. A closed one leaves its schema to the
 * next: deleting a few rows takes a fraction of the time that the migrations take. Call it at the top level of a file.
 */
export function emptyStores(): Required<Pick<StoreHarness, 'create' | 'pass'>> {
  const left: string[] = [];
  const schemas = new WeakMap<Store, string>();
  const { connectionString } = ownSchema();
  const pool = new pg.Pool({ connectionString });
  afterAll(() => pool.end());

  const migrated = async (): Promise<string> => {
    const { schema } = ownSchema();
    const store = openPostgresStore({ connectionString, schema }, patientMs);
    await store.migrate();
    await store.close();
    return schema;
  };

  const create = async () => {
    const schema = left.pop() ?? (await migrated());
    await deleteRows(pool, schema);
    const store = openPostgresStore({ connectionString, schema }, patientMs);
    const closing = {
      ...store,
      close: async () => {
        await store.close();
        left.push(schema);
      },
    };
    schemas.set(closing, schema);
    return closing;
  };

  return {
    create,
    async pass(store, ms) {
      const schema = schemas.get(store);
      await pool.query(`
        update ${schema}.sitegrade_crawls set leased_until = leased_until - ${ms},
          due_at = case when due_at > 0 then due_at - ${ms} else due_at end,
          counted_until = case when counted_until > 0 then counted_until - ${ms} else 0 end
          where ended_at is null;
        update ${schema}.sitegrade_crawl_pages set due_at = due_at - ${ms} where due_at > 0;
        update ${schema}.sitegrade_crawl_hosts set next_request_at = next_request_at - ${ms};
        update ${schema}.sitegrade_websites set recheck_at = recheck_at - ${ms};
        update ${schema}.sitegrade_outbox set due_at = due_at - ${ms};
        update ${schema}.sitegrade_deliveries set due_at = due_at - ${ms};
        update ${schema}.sitegrade_webhooks set due_at = due_at - ${ms}, leased_until = leased_until - ${ms},
          paused_until = paused_until - ${ms}, attempted_at = attempted_at - ${ms}, failing_since = failing_since - ${ms},
          previous_secret_until = previous_secret_until - ${ms},
          older_secret_until = older_secret_until - ${ms};
        update ${schema}.sitegrade_mails set due_at = due_at - ${ms}, created_at = created_at - ${ms};
        update ${schema}.sitegrade_recipients set refused_since = refused_since - ${ms};
        update ${schema}.sitegrade_confirmations set last_at = last_at - ${ms}, sent_at = (
          select json_agg(at::bigint - ${ms})::text from json_array_elements_text(sent_at::json) as at)`);
    },
  };
}

/** Deletes all rows of a schema, and lets ids start at 1 again. */
async function deleteRows(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ readonly statement: string }>(
    `select format('delete from %I.%I', schemaname, tablename) as statement from pg_tables
      where schemaname = $1 and tablename not like '%migration%'
    union all select format('select setval(%L, 1, false)', format('%I.%I', schemaname, sequencename))
      from pg_sequences where schemaname = $1`,
    [schema],
  );
  // References between tables would need an order.
  await pool.query(
    [
      'begin',
      'set local session_replication_role = replica',
      ...rows.map((row) => row.statement),
      'commit',
    ].join(';'),
  );
}
