import { expect, it } from 'vitest';
import { postgresQueryBuilder } from '../dialects/postgres.ts';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { runWork } from '../work.ts';
import { migrate, migrations } from './migrate.ts';

const builder = sqliteQueryBuilder();
const builders = { sqlite: builder, postgres: postgresQueryBuilder() };

/** The statements of `migrate` for a database with these migrations. */
function statementsFor(applied: readonly string[], wanted = migrations): string[] {
  const statements: string[] = [];
  runWork(migrate(builder, wanted), ({ sql }) => {
    statements.push(sql);
    return sql.startsWith('select') ? applied.map((name) => ({ name })) : [];
  });
  return statements;
}

it.each(['sqlite', 'postgres'] as const)(
  'migrations are frozen: names and statements, on %s',
  async (database) => {
    const text = migrations
      .map(({ name, statements }) =>
        [
          `-- ${name}`,
          ...statements(builders[database]).map(
            (statement) => `${statement.compile().sql.trim()};`,
          ),
        ].join('\n'),
      )
      .join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot(`migrations.${database}.sql`);
  },
);

it('names are unique and in order, since applied ones are read back sorted', () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)].sort());
});

it('an up-to-date database is not changed', () => {
  expect(statementsFor(migrations.map(({ name }) => name))).toHaveLength(2);
});

it('missing migrations are applied in order', () => {
  const later = ['0002-more', '0003-even-more'].map((name) => ({
    name,
    statements: () => [builder.db.schema.createTable(name)],
  }));
  const statements = statementsFor(['0001-first-tables'], [...migrations, ...later]);
  expect(statements.slice(2)).toEqual([
    'create table "0002-more" ()',
    'insert into "sitegrade_migrations" ("name") values (?)',
    'create table "0003-even-more" ()',
    'insert into "sitegrade_migrations" ("name") values (?)',
  ]);
});

it.each([
  { applied: ['0001-first-tables', '9999-of-the-future'], unknown: '9999-of-the-future' },
  { applied: ['0000-of-a-fork'], unknown: '0000-of-a-fork' },
])('a database with $unknown is refused, by name', ({ applied, unknown }) => {
  expect(() => statementsFor(applied)).toThrow(unknown);
});
