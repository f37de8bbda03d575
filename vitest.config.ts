import { defineConfig } from 'vitest/config';

// Tests resolve the workspaces' sources: a change is seen without a build.
const conditions = ['@sitegrade/source', 'module', 'node', 'development'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
