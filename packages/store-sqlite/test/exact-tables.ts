import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import { exactRows } from './exact-rows.ts';

const { same, none } = exactRows({
  progressParts: (path) =>
    path === 'whole'
      ? `json_each(crawl.progress) as part where part.type = 'integer'`
      : `json_each(crawl.progress, '$.${path}') as part`,
  progressNumber: 'part.value',
  isInColumns: `substr(details, 1, 1) = x'01'`,
});

/** Expects that the file is intact and its counters are exact, with separate SQL. */
export function expectExactTables(database: Database.Database): void {
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  const rows = (sql: string): unknown[] => database.prepare(sql).all();
  for (const { stored, counted } of same) expect(rows(stored)).toEqual(rows(counted));
  for (const sql of none) expect(rows(sql), sql).toEqual([]);
  expectExactIndex(database);
}

/** Expects that the search index contains the trigrams of every URL with its end, and nothing else. */
function expectExactIndex(database: Database.Database): void {
  database.exec(`create virtual table temp.found_parts
    using fts5vocab(main, sitegrade_report_search, 'instance')`);
  const found = database
    .prepare<[], { doc: number; term: string }>('select doc, term from temp.found_parts')
    .all()
    .map(({ doc, term }) => `${doc} ${term}`);
  database.exec('drop table temp.found_parts');
  const forms = database
    .prepare<[], { id: number; form: string }>(
      'select id, url_search as form from sitegrade_reports',
    )
    .all();
  const wanted = forms.flatMap(({ id, form }) => {
    const characters = [...form, '\n', '\n'];
    return characters.slice(2).map((_, at) => `${id} ${characters.slice(at, at + 3).join('')}`);
  });
  expect(new Set(found)).toEqual(new Set(wanted));
}
