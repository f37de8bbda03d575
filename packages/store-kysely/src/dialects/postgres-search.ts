import { sql } from 'kysely';
import type { SearchIndex } from '../dialect.ts';

const name = 'sitegrade_reports_search';

/** Sampled rows of a listing to estimate how common a needle is. */
const sampleSize = 400;

/** The longest needle that is looked up whole, in characters. */
const longestWhole = 64;

/** Number and length of the parts of a long needle that are looked up. More parts only cost more. */
const parts = { count: 8, length: 8 } as const;

/** A needle is looked up if at most one row in this many contains it: for a part of the matches, or for all. */
const rareEnough = { forPart: 25, forAll: 6 } as const;

/** The index for needles that the other one cannot look up: of two characters, and without letters and digits. */
const pairsName = 'sitegrade_reports_search_pairs';

/** Separates the pairs: no URL has it. */
const pairEnd = '\x01';

/** The pairs of characters of a search form as an array: those from its first character on, and from its second. */
const pairs = `(string_to_array(regexp_replace(url_search, '(..)', E'\\\\1\\x01', 'g'), E'\\x01')
  || string_to_array(regexp_replace(substr(url_search, 2), '(..)', E'\\\\1\\x01', 'g'), E'\\x01'))`;

/**
 * A GIN index by pg_trgm, if the server has that extension or allows creating it. Otherwise searches of three
 * characters and more read all rows that match their filters. An index that is created later is used, too.
 * Another one has the pairs of characters.
 */
export function postgresSearchIndex(schema: string | undefined): SearchIndex {
  const table =
    schema === undefined ? sql.id('sitegrade_reports') : sql.id(schema, 'sitegrade_reports');
  const prefix = schema === undefined ? '' : `${quoted(schema)}.`;
  return {
    create: (db) =>
      [
        makeWhereAllowed(prefix),
        `create index ${pairsName} on ${prefix}sitegrade_reports using gin (${pairs}) with (fastupdate = off)`,
      ].map((statement) => ({ compile: () => sql.raw(statement).compile(db) })),

    canSearch: (needle) => isOfTrigrams(needle) || pairsOf(needle).length > 0,

    // `offset 0` keeps the planner from scanning the listing's index with the condition instead.
    rowsFor: (needle) => sql`(select * from ${table}
      where ${
        isOfTrigrams(needle)
          ? sql.join(
              partsOf(needle).map((part) => sql`url_search like ${patternOf(part)}`),
              sql` and `,
            )
          : sql`${sql.raw(pairs)} @> ${pairsOf(needle)}::text[]`
      } offset 0) as found`,

    // Postgres collects all matches of its index before it returns the first, so common needles must be
    // known before: from rows all over the listing, since rows of the same time are similar.
    isFaster: (needle, { filtered, holds }) => sql`select
      has_index and found * ${rareEnough.forPart}::int <= examined as is_faster,
      has_index and found * ${rareEnough.forAll}::int <= examined as is_faster_for_all
      from (select count(*) filter (where ${holds}) as found, count(*) as examined,
          to_regclass(${prefix + (isOfTrigrams(needle) ? name : pairsName)}) is not null as has_index
        from (select lowest + floor(random() * (highest - lowest + 1))::bigint as at
            from (select min(id) as lowest, max(id) as highest from ${table} where ${filtered}) as ids,
              generate_series(1, ${sampleSize}::int)) as places,
          lateral (select url_search from ${table}
            where ${filtered} and id >= at order by id limit 1) as sampled) as share`,
  };
}

/**
 * pg_trgm ignores punctuation, and other scripts unless the locale of the database supports them: a needle without a
 * part to look up would read the whole index.
 */
function isOfTrigrams(needle: string): boolean {
  return partsOf(needle).length > 0;
}

/** The pairs of characters at the start of the needle. */
function pairsOf(needle: string): readonly string[] {
  const characters = [...needle].slice(0, longestWhole);
  const all = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return [...new Set(all)].filter((pair) => !pair.includes(pairEnd));
}

/** Parts of the needle, from all over it. Matches are compared with the whole needle. */
function partsOf(needle: string): readonly string[] {
  const isIndexed = (part: string) => /[a-z\d]{3}/.test(part);
  const characters = [...needle];
  if (characters.length <= longestWhole) return [needle].filter(isIndexed);
  const step = (characters.length - parts.length) / (parts.count - 1);
  const starts = Array.from({ length: parts.count }, (_, index) => Math.floor(index * step));
  return starts
    .map((start) => characters.slice(start, start + parts.length).join(''))
    .filter(isIndexed);
}

/** The pattern of `like` for strings that contain a part. */
function patternOf(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
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
    exception when lock_not_available or deadlock_detected then
      raise;
    when others then
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
