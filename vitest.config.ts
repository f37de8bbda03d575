import { defineConfig } from 'vitest/config';

// Tests resolve the workspaces' sources: a change is seen without a build.
const conditions = ['@sitegrade/source', 'module', 'node', 'development'];

/** Tests that need a Postgres server, which is started for them and for no others. */
const onPostgres = ['packages/store-postgres/**/*.test.ts', 'packages/**/on-postgres.test.ts'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...onPostgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: onPostgres,
          globalSetup: ['packages/store-postgres/test/global-setup.ts'],
        },
      },
    ],
  },
});
