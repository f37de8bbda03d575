import { type RawBuilder, sql } from 'kysely';
import type { SearchIndex } from '../dialect.ts';

/** Number of parts of a needle that are looked up. More parts only cost more. */
const maxParts = 24;

/** The newest rows of the table, of which a text of one or two characters is in one of this many at most, to be looked up. */
const sampled = { rows: 1_000, rareEnough: 25 } as const;

/**
 * The most trigrams that are looked up for a needle of one or two characters. A query with a thousand took 14 ms, with
 * 20,000 in as many rows 1.6 s.
 */
const maxTerms = 500;

/** Pages of the index to write at most when it is tidied up: about 2 ms. */
const pagesToMerge = 32;

/**
 * A trigram index, which triggers update with the table. It stores no text and no positions: matches contain
 * the parts of a needle, in any place. Two characters that no needle has follow each text, so that every one or two
 * characters of it begin a trigram, and a table lists the trigrams.
 */
export const sqliteSearchIndex: SearchIndex = {
  create: (db) =>
    [
      sql`create virtual table sitegrade_report_search using fts5(form, content='', columnsize=0,
        detail=none, tokenize='trigram case_sensitive 1')`,
      sql`create virtual table sitegrade_report_search_terms
        using fts5vocab(sitegrade_report_search, row)`,
      sql`create trigger sitegrade_report_search_insert after insert on sitegrade_reports begin
        insert into sitegrade_report_search (rowid, form) values (new.id, new.url_search || char(10, 10));
      end`,
      sql`create trigger sitegrade_report_search_delete after delete on sitegrade_reports begin
        insert into sitegrade_report_search (sitegrade_report_search, rowid, form)
          values ('delete', old.id, old.url_search || char(10, 10));
      end`,
      sql`create trigger sitegrade_report_search_update
        after update of id, url_search on sitegrade_reports begin
        insert into sitegrade_report_search (sitegrade_report_search, rowid, form)
          values ('delete', old.id, old.url_search || char(10, 10));
        insert into sitegrade_report_search (rowid, form) values (new.id, new.url_search || char(10, 10));
      end`,
    ].map((statement) => ({ compile: () => statement.compile(db) })),

  // Of 4,000 parts of a deletion, the slowest took 54 ms of CPU time without it, and 29 ms with it.
  tidyUp: (db) =>
    sql`insert into sitegrade_report_search (sitegrade_report_search, rank)
      values ('merge', ${sql.lit(pagesToMerge)})`.compile(db),

  canSearch: (needle) => needle.isWellFormed() && !needle.includes('\0'),

  // A cross join keeps its order, regardless of the statistics: the index first, then rows by their id.
  rowsFor: (needle) => sql`(select sitegrade_reports.* from sitegrade_report_search
    cross join sitegrade_reports not indexed on sitegrade_reports.id = sitegrade_report_search.rowid
    where sitegrade_report_search match ${matchOf(needle)}) as found`,

  // The index returns matches one by one in the order of the table, for all owners. If most of the table
  // is searched, that is never slower; otherwise only if there are few matches, which it counts without
  // reading rows. One or two characters must always have few: each step of a query looks at all its trigrams.
  isFaster: (needle, { few, total, holds }) => {
    const areFew = sql`${few} >= (select count(*) from (
      select 1 from sitegrade_report_search
      where sitegrade_report_search match ${matchOf(needle)} limit ${few + 1}) as capped)`;
    return isShort(needle)
      ? sql`select case when ${isRare(needle, holds)} then ${areFew} else 0 end as is_faster`
      : sql`select (select max(id) from sitegrade_reports) <= ${total * 4} or ${areFew} as is_faster`;
  },
};

/** Whether a short needle is in few of the newest rows and begins few trigrams. */
function isRare(needle: string, holds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) filter (where ${holds}) * ${sampled.rareEnough} <= count(*) from (
      select url_search from sitegrade_reports not indexed order by id desc limit ${sampled.rows}))
    and (select count(*) from (select 1 ${termsOf(needle)} limit ${maxTerms + 1})) <= ${maxTerms}`;
}

/** The trigrams that begin with a short needle. */
function termsOf(needle: string): RawBuilder<unknown> {
  return sql`from sitegrade_report_search_terms
    where term >= ${needle} and term < ${`${needle}\u{10ffff}`}`;
}

function isShort(needle: string): boolean {
  return [...needle].length < 3;
}

/** The FTS5 query: one of the trigrams that begin with a short needle, or all parts of another. */
function matchOf(needle: string): RawBuilder<string> {
  if (!isShort(needle)) return sql`${partsOf(needle)}`;
  return sql`(select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    ${termsOf(needle)})`;
}

/** Parts of the needle with three characters each, from all over it. */
function partsOf(needle: string): string {
  const characters = [...needle];
  const last = characters.length - 3;
  const step = Math.max(1, Math.ceil(last / (maxParts - 1)));
  const parts = new Set<string>();
  for (let from = 0; from < last + step; from += step) {
    const start = Math.min(from, last);
    parts.add(characters.slice(start, start + 3).join(''));
  }
  return [...parts].map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
}
