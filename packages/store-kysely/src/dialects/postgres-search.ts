import { sql } from 'kysely';
import type { SearchIndex } from '../dialect.ts';

const name = 'sitegrade_reports_search';

/** Rows of a listing that say how common a needle is. */
const sampleSize = 500;

/**
 * A GIN index by pg_trgm, where the server has that extension or lets it be made; else none, and
 * searches read what their filters leave. Whoever makes the index later has it used.
 */
export function postgresSearchIndex(schema: string | undefined): SearchIndex {
  const table =
    schema === undefined ? sql.id('sitegrade_reports') : sql.id(schema, 'sitegrade_reports');
  const prefix = schema === undefined ? '' : `${quoted(schema)}.`;
  const indexName = `${prefix}${name}`;
  return {
    make: (db) => [{ compile: () => sql.raw(makeWhereAllowed(prefix)).compile(db) }],

    // pg_trgm leaves out punctuation, and other scripts where the database's locale knows none: a
    // needle without a part to look up would have the whole index read.
    helps: (needle) => /[a-z\d]{3}/.test(needle),

    // `offset 0` keeps the planner from walking the listing's index with the condition instead.
    rowsFor: (needle) => sql`(select * from ${table}
      where url_search like ${`%${needle.replaceAll(/[\\%_]/g, '\\$&')}%`} offset 0) as found`,

    // Postgres gathers all that its index finds before it gives the first, so what is common must
    // be known before: from some rows of the listing.
    isFew: (_, { few, total, filtered, holds }) => sql`select to_regclass(${indexName}) is not null
      and (select count(*) filter (where ${holds}) * ${total}::bigint <= count(*) * ${few}::bigint
        from (select url_search from ${table} where ${filtered} limit ${sampleSize}) as sample)
      as is_few`,
  };
}

function makeWhereAllowed(prefix: string): string {
  const make = `create index ${name} on ${prefix}sitegrade_reports using gin (url_search`;
  return `do $sitegrade$
declare
  home name;
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    begin
      create extension pg_trgm;
    exception when others then
      raise warning 'sitegrade searches without an index: pg_trgm cannot be made here (%)', sqlerrm;
    end;
  end if;
  select nspname into home from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm';
  if home is not null and has_schema_privilege(home, 'usage') then
    execute ${literal(make)} || format(' %I.gin_trgm_ops) with (fastupdate = off)', home);
  end if;
end
$sitegrade$`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
