import { defineConfig } from 'tsup';
import { libraryBuild } from '../library-build.ts';

export default defineConfig(
  libraryBuild({
    entry: { index: 'src/index.ts' },
    // The queries are a private workspace. Kysely takes as long to load from its 300 files as Fastify does.
    inline: ['@sitegrade/store-kysely', 'kysely'],
  }),
);
