import { defineConfig } from 'vitest/config';

// Tests resolve the workspaces' sources: a change is seen without a build.
const conditions = ['@sitegrade/source', 'module', 'node', 'development'];

// `npm test` leaves out slow tests; `npm run test:all` runs everything that needs no browser.
const all = ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'];
const slow = ['**/*.slow.test.ts'];
const browser = ['**/*.browser.test.ts'];

// Tests that share a Postgres server, which is started only when one of them runs.
const postgres = ['packages/store-postgres/**/*.test.ts', 'packages/**/on-postgres*.test.ts'];
const globalSetup = ['packages/store-postgres/test/global-setup.ts'];

// Test files of `npm test` share processes: importing the sources for each file would take most of the time.
const isolate = false;

const ignored = ['**/node_modules/**', '**/dist/**'];

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
          name: 'fast',
          include: all,
          exclude: [...ignored, ...slow, ...postgres, ...browser],
          isolate,
        },
      },
      {
        extends: true,
        test: {
          name: 'fast-postgres',
          include: postgres,
          exclude: [...ignored, ...slow],
          isolate,
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: all.map((pattern) => pattern.replace('*.test', '*.slow.test')),
          exclude: [...ignored, ...postgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-postgres',
          include: postgres.map((pattern) => pattern.replace(/\*?\.test/, '*.slow.test')),
          exclude: ignored,
          globalSetup,
        },
      },
      {
        extends: true,
        test: { name: 'browser', include: browser, exclude: ignored },
      },
    ],
  },
});
