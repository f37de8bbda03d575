import type { Compilable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstTables } from './0001-first-tables.ts';
import { compressedDetails } from './0002-compressed-details.ts';
import { searchIndex } from './0003-search-index.ts';
import { websiteResultIndexes } from './0004-website-result-indexes.ts';
import { idempotencyKeys } from './0005-idempotency-keys.ts';

/** One step from one shape of the tables to the next. */
export interface Migration {
  /** Kept in the database: never change it. */
  readonly name: string;
  readonly statements: (builder: QueryBuilder) => readonly Compilable[];
}

/** Every migration, in order. Only add, and only at the end. */
export const migrations: readonly Migration[] = [
  { name: '0001-first-tables', statements: firstTables },
  { name: '0002-compressed-details', statements: compressedDetails },
  { name: '0003-search-index', statements: searchIndex },
  { name: '0004-website-result-indexes', statements: websiteResultIndexes },
  { name: '0005-idempotency-keys', statements: idempotencyKeys },
];
