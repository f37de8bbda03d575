import { describe, expect, it } from 'vitest';
import { postgresQueryBuilder } from '../dialects/postgres.ts';
import { sqliteQueryBuilder } from '../dialects/sqlite.ts';
import { runWork, type Work } from '../work.ts';
import { type Migration, migrate, migrateNext, migrations } from './migrate.ts';

const builder = sqliteQueryBuilder();
const builders = { sqlite: builder, postgres: postgresQueryBuilder() };

/** A migration that the database has. */
interface Applied {
  readonly name: string;
  readonly works_with: string;
  readonly indexes_built: number;
}

const first: Applied = {
  name: '0001-first-tables',
  works_with: '0001-first-tables',
  indexes_built: 1,
};

/** The statements of work for a database with these migrations. */
function statementsOf(work: Work<unknown>, applied: readonly Applied[]): string[] {
  const statements: string[] = [];
  const stored = [...applied];
  runWork(work, ({ sql, parameters }) => {
    statements.push(sql);
    if (sql.startsWith('insert into "sitegrade_migrations"')) {
      const [name, works_with, indexes_built] = parameters as [string, string, number];
      stored.push({ name, works_with, indexes_built });
    }
    return sql.startsWith('select') ? stored : [];
  });
  return statements;
}

function statementsFor(applied: readonly Applied[], wanted = migrations): string[] {
  return statementsOf(migrate(builder, wanted), applied);
}

/** A migration that adds a table, and an index to another. */
function laterMigration(name: string, worksWith = '0001-first-tables'): Migration {
  return {
    name,
    worksWith,
    statements: ({ db }) => [db.schema.createTable(name)],
    largeIndexes: [
      { name: `of_${name}`, table: 'sitegrade_reports', columns: ['a', 'b'], where: 'a > 0' },
    ],
  };
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

it('each says since when code works with it: a migration of before, or itself', () => {
  for (const [index, { worksWith }] of migrations.entries()) {
    const known = migrations.slice(0, index + 1).map(({ name }) => name);
    expect(known).toContain(worksWith);
  }
});

it('an up-to-date database is not changed', () => {
  expect(statementsFor([first])).toHaveLength(2);
});

const inserted =
  'insert into "sitegrade_migrations" ("name", "works_with", "indexes_built") values (?, ?, ?)';

it('missing migrations are applied in order, with their indexes', () => {
  const wanted = [...migrations, laterMigration('0002-more'), laterMigration('0003-even-more')];
  const statements = statementsFor([first], wanted).filter(
    (sql) => !/^(select|create table if not exists)/.test(sql),
  );
  expect(statements).toEqual([
    'create table "0002-more" ()',
    'create index "of_0002-more" on "sitegrade_reports" ("a", "b") where a > 0',
    inserted,
    'create table "0003-even-more" ()',
    'create index "of_0003-even-more" on "sitegrade_reports" ("a", "b") where a > 0',
    inserted,
  ]);
});

it('on Postgres large indexes are built later, and the next migration only after them', () => {
  const wanted = [...migrations, laterMigration('0002-more'), laterMigration('0003-even-more')];
  const next = (applied: readonly Applied[]) =>
    statementsOf(migrateNext(postgresQueryBuilder(), wanted), applied).slice(2);
  expect(next([first])).toEqual([
    'create table "0002-more" ()',
    inserted.replace('(?, ?, ?)', '($1, $2, $3)'),
  ]);
  const more = { name: '0002-more', works_with: '0001-first-tables', indexes_built: 0 };
  expect(next([first, more])).toEqual([]);
  expect(next([first, { ...more, indexes_built: 1 }])).toContain(
    'create table "0003-even-more" ()',
  );
});

describe('a database with migrations of another version', () => {
  const [known] = migrations;
  const wanted = [...(known ? [known] : []), laterMigration('0002-more')];
  const second: Applied = { ...first, name: '0002-more' };
  const third: Applied = { name: '0003-of-the-future', works_with: '0002-more', indexes_built: 0 };

  it('that this one works with: it is up to date', () => {
    expect(statementsFor([first, second, third], wanted)).toHaveLength(2);
  });

  it.each([
    { applied: [first, second, { ...third, works_with: third.name }], unknown: third },
    { applied: [first, third], unknown: third },
    {
      applied: [
        first,
        second,
        third,
        { ...third, name: '0004-later', works_with: '0003-of-the-future' },
      ],
      unknown: { name: '0004-later' },
    },
    { applied: [{ ...first, name: '0000-of-a-fork' }], unknown: { name: '0000-of-a-fork' } },
  ])('is refused with $unknown.name, which is named', ({ applied, unknown }) => {
    expect(() => statementsFor(applied, wanted)).toThrow(
      `this version cannot work with it: its migration "${unknown.name}"`,
    );
  });
});
