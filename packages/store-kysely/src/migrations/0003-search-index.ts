import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/** The index of the reports' search forms, with the reports that are there. Frozen: never change it. */
export function searchIndex({ db, dialect }: QueryBuilder): readonly Compilable[] {
  return dialect.searchIndex.make(db);
}
