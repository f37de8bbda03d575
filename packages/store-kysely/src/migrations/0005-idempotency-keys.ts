import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/** Idempotency keys, and an index of them by the end of their time. Frozen: never change it. */
export function idempotencyKeys({ db, dialect }: QueryBuilder): readonly Compilable[] {
  const { types, tableEnd } = dialect;
  return [
    db.schema
      .createTable('sitegrade_idempotency_keys')
      .addColumn('owner_id', types.text, (column) => column.notNull())
      .addColumn('idempotency_key', types.text, (column) => column.notNull())
      .addColumn('fingerprint', types.text, (column) => column.notNull())
      .addColumn('token', types.text, (column) => column.notNull())
      // No foreign key: a key outlives its report, so that it does not make another.
      .addColumn('report_id', types.integer)
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('sitegrade_idempotency_keys_key', ['owner_id', 'idempotency_key'])
      .modifyEnd(tableEnd),
    db.schema
      .createIndex('sitegrade_idempotency_keys_by_expiry')
      .on('sitegrade_idempotency_keys')
      .column('expires_at'),
  ];
}
