import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/sitegrade.ts'],
  format: 'esm',
  target: 'node20',
  dts: false,
  clean: true,
});
