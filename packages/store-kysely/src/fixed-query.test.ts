import { expect, it } from 'vitest';
import { sqliteQueryBuilder } from './dialects/sqlite.ts';
import { fixedQuery } from './fixed-query.ts';

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
