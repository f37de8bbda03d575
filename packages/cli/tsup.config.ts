import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/sitegrade.ts'],
  format: 'esm',
  target: 'node20',
  silent: true,
  dts: false,
  clean: true,
});
