import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/**
 * Details of reports as bytes, since new ones are compressed. Those that are there stay the JSON
 * that they are. Frozen: never change it.
 */
export function compressedDetails({ db, dialect }: QueryBuilder): readonly Compilable[] {
  const { types, tableEnd } = dialect;
  return dialect.textToBytes(db, {
    table: 'sitegrade_report_details',
    column: 'details',
    others: ['report_id'],
    remade: (name) =>
      db.schema
        .createTable(name)
        .addColumn('report_id', types.integer, (column) =>
          column.primaryKey().references('sitegrade_reports.id'),
        )
        .addColumn('details', types.bytes, (column) => column.notNull())
        .modifyEnd(tableEnd),
  });
}
