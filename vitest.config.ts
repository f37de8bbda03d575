import { defineConfig } from 'vitest/config';

// Tests resolve the workspaces' sources: a change is seen without a build.
const conditions = ['@sitegrade/source', 'module', 'node', 'development'];

// `npm test` leaves out slow tests; `npm run test:all` runs everything that needs no browser.
// The soak runs the HTTP suite on the other pairs of adapter and store.
const all = ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'];
const slow = ['**/*.slow.test.ts'];
const soak = ['**/*.soak.test.ts'];
const browser = ['**/*.browser.test.ts'];

// Tests that share a Postgres server, which is started only when one of them runs.
const postgres = ['packages/store-postgres/**/*.test.ts', 'packages/**/on-postgres*.test.ts'];
const globalSetup = ['packages/store-postgres/test/global-setup.ts'];

// Test files of `npm test` share processes: importing the sources for each file would take most of the time.
const isolate = false;

// The Express adapter and its tests run on both versions: in these projects, `express` is Express 4.
// The HTTP suite runs once for each version: on memory and on SQLite; the other two are part of the soak.
const onExpress4 = { alias: [{ find: /^express(?=$|\/)/, replacement: 'express-4' }] };
const onMemory = 'packages/adapter-express/**/on-memory.test.ts';
const expressTypes = 'packages/adapter-express/**/express-types.slow.test.ts';
const parity = 'packages/adapter-suite/**/parity.slow.test.ts';
const onSqlite = 'packages/adapter-express/**/on-sqlite.slow.test.ts';

const ignored = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['scripts/test-setup.ts'],
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: all,
          exclude: [...ignored, ...slow, ...soak, ...postgres, ...browser],
          isolate,
        },
      },
      {
        extends: true,
        test: {
          name: 'fast-postgres',
          include: postgres,
          exclude: [...ignored, ...slow, ...soak],
          isolate,
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: all.map((pattern) => pattern.replace('*.test', '*.slow.test')),
          exclude: [...ignored, ...postgres, onSqlite],
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
        resolve: onExpress4,
        test: {
          name: 'fast-express-4',
          provide: { expressMajor: 4 },
          include: ['packages/adapter-express/**/!(*.slow|*.soak).test.ts'],
          exclude: [...ignored, onMemory, ...postgres],
          isolate,
        },
      },
      {
        extends: true,
        resolve: onExpress4,
        test: {
          name: 'slow-express-4',
          provide: { expressMajor: 4 },
          include: ['packages/adapter-express/**/*.slow.test.ts'],
          exclude: [...ignored, expressTypes, ...postgres],
        },
      },
      {
        extends: true,
        test: { name: 'soak', include: [...soak, onSqlite], exclude: [...ignored, ...postgres] },
      },
      {
        extends: true,
        test: {
          name: 'soak-postgres',
          include: postgres.map((pattern) => pattern.replace(/\*?\.test/, '*.soak.test')),
          exclude: ignored,
          globalSetup,
        },
      },
      {
        extends: true,
        resolve: onExpress4,
        test: {
          name: 'soak-express-4',
          provide: { expressMajor: 4 },
          include: ['packages/adapter-express/**/*.soak.test.ts', onMemory, parity],
          exclude: [...ignored, ...postgres],
        },
      },
      {
        extends: true,
        resolve: onExpress4,
        test: {
          name: 'soak-postgres-express-4',
          include: ['packages/adapter-express/**/on-postgres.soak.test.ts'],
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
