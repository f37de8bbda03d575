import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ProjectSequencer } from './scripts/project-sequencer.ts';

// Tests resolve the workspaces' sources: a change is seen without a build.
const conditions = ['@sitegrade/source', 'module', 'node', 'development'];

// The ending of a file says when it runs: `npm test` runs `*.test.ts`, `npm run test:all` also `*.slow.test.ts` and
// `*.cpu.test.ts`, and `npm run test:soak` runs `*.soak.test.ts`.
const all = ['packages', 'examples', 'scripts', 'benchmarks'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
const ending = (name: string) => all.map((pattern) => pattern.replace('*.test', `*.${name}.test`));
const otherEndings = ['slow', 'soak', 'cpu', 'browser'].flatMap(ending);
const ignored = ['**/node_modules/**', '**/dist/**'];

// Tests that share a Postgres server, which is started only when one of them runs: never for `npm test`.
const postgres = ['packages/store-postgres/**/*.test.ts', 'packages/**/on-postgres*.test.ts'];
const onPostgres = (name: string) => ({
  include: [
    `packages/store-postgres/**/*.${name}.test.ts`,
    `packages/**/on-postgres*.${name}.test.ts`,
  ],
  globalSetup: ['packages/store-postgres/test/global-setup.ts'],
});

// The Express adapter and its tests run on both versions: in these projects, `express` is Express 4.
const express4 = { alias: [{ find: /^express(?=$|\/)/, replacement: 'express-4' }] };
const provide = { expressMajor: 4 };
const express = 'packages/adapter-express/**';
const expressTypes = `${express}/express-types.slow.test.ts`;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Only ends what hangs: a busy machine may take ten times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['scripts/test-setup.ts'],
    expect: { poll: { timeout: 200_000 } },
    sequence: { sequencer: ProjectSequencer },
    // Tests make much that lives for a moment: a larger space for it takes a tenth less CPU time.
    execArgv: ['--max-semi-space-size=32'],
    // Many tests wait, so more files run side by side than there are cores.
    maxWorkers: Math.min(2 * availableParallelism(), 8),
    projects: [
      // `npm test`. Its files share processes: importing the sources for each would take most of the time.
      {
        extends: true,
        test: {
          name: 'fast',
          include: all,
          exclude: [...ignored, ...otherEndings],
          isolate: false,
        },
      },
      // The rest of `npm run test:all`.
      {
        extends: true,
        test: {
          name: 'slow',
          include: ending('slow'),
          exclude: [...ignored, ...postgres],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...onPostgres('slow'), name: 'slow-postgres', exclude: ignored, isolate: false },
      },
      {
        extends: true,
        resolve: express4,
        test: {
          name: 'slow-express-4',
          provide,
          include: [`${express}/*.test.ts`],
          exclude: [...ignored, expressTypes],
          isolate: false,
        },
      },
      // Measures CPU time: alone, after all others.
      {
        extends: true,
        test: {
          name: 'cpu',
          include: ending('cpu'),
          exclude: ignored,
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
        },
      },
      // `npm run test:soak`: what only `.ci/soak` runs.
      {
        extends: true,
        test: {
          name: 'soak',
          include: ending('soak'),
          exclude: [...ignored, ...postgres],
        },
      },
      {
        extends: true,
        test: { ...onPostgres('soak'), name: 'soak-postgres', exclude: ignored },
      },
      // `npm run test:browser`.
      {
        extends: true,
        test: { name: 'browser', include: ending('browser'), exclude: ignored, isolate: false },
      },
    ],
  },
});
