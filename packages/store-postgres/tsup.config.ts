import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node20',
  dts: true,
  sourcemap: true,
  clean: true,
  // The queries are a private workspace: they go into the bundle, kysely itself does not.
  noExternal: ['@sitegrade/store-kysely'],
  external: ['@sitegrade/core', 'pg', 'kysely'],
});
