import { defineConfig } from 'tsup';
import { libraryBuild } from '../library-build.ts';

export default defineConfig(
  libraryBuild({
    entry: { index: 'src/index.ts' },
    // The queries are a private workspace: they go into the bundle, kysely itself does not.
    inline: ['@sitegrade/store-kysely'],
  }),
);
