import { defineConfig } from 'tsup';

// ES modules only, like vitest.
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node20',
  dts: { compilerOptions: { customConditions: [] } },
  clean: true,
});
