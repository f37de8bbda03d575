import { expect, it } from 'vitest';
import { postgresQueryBuilder } from './dialects/postgres.ts';
import { sqliteQueryBuilder } from './dialects/sqlite.ts';
import { fixedQuery, queryByShape } from './fixed-query.ts';

it('is built once per builder, and binds its values in order', () => {
  let built = 0;
  const query = fixedQuery(
    ({ db }, { id, ownerId }: { readonly id: number; readonly ownerId: string }) => {
      built += 1;
      return db
        .selectFrom('sitegrade_reports')
        .select('url')
        .where('owner_id', '=', ownerId)
        .where('score', '>', 50)
        .where('id', '=', id)
        .compile();
    },
  );
  const builder = sqliteQueryBuilder();
  expect(query(builder, { id: 1, ownerId: 'a' }).parameters).toEqual(['a', 50, 1]);
  expect(query(builder, { id: 2, ownerId: 'b' }).parameters).toEqual(['b', 50, 2]);
  expect(built).toBe(1);
  query(sqliteQueryBuilder(), { id: 3, ownerId: 'c' });
  expect(built).toBe(2);
});

it('is built once for each shape', () => {
  const built: string[] = [];
  const query = queryByShape(
    (column: 'score' | 'url') => column,
    ({ db }, column, { ownerId }: { readonly ownerId: string }) => {
      built.push(column);
      return db
        .selectFrom('sitegrade_reports')
        .select(column)
        .where('owner_id', '=', ownerId)
        .compile();
    },
  );
  const builder = sqliteQueryBuilder();
  const sent = [query(builder, 'url', { ownerId: 'a' }), query(builder, 'score', { ownerId: 'b' })];
  expect(sent.map(({ sql, parameters }) => [sql.slice(0, 14), parameters])).toEqual([
    ['select "url" f', ['a']],
    ['select "score"', ['b']],
  ]);
  expect(query(builder, 'url', { ownerId: 'c' }).parameters).toEqual(['c']);
  expect(built).toEqual(['url', 'score']);
});

it.each([
  ['sqlite', sqliteQueryBuilder(), ['[1,2]', '["x"]'], ['[3]', '[]']],
  ['postgres', postgresQueryBuilder(), [[1, 2], ['x']], [[3], []]],
] as const)('binds lists as the database gets them, on %s', (_, builder, first, second) => {
  const query = fixedQuery(
    (
      { db, dialect },
      { ids, urls }: { readonly ids: readonly number[]; readonly urls: readonly string[] },
    ) =>
      db
        .selectFrom('sitegrade_reports')
        .select('score')
        .where('id', 'in', dialect.idList(ids))
        .where('url', 'in', dialect.textList(urls))
        .compile(),
  );
  expect(query(builder, { ids: [1, 2], urls: ['x'] }).parameters).toEqual(first);
  expect(query(builder, { ids: [3], urls: [] }).parameters).toEqual(second);
});
