import { defineConfig } from 'tsup';
import { declarationOptions } from '../library-build.ts';

// ES modules only, like vitest.
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node20',
  silent: true,
  dts: { compilerOptions: declarationOptions },
  clean: true,
});
