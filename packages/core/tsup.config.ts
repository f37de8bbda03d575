import { defineConfig } from 'tsup';
import { libraryBuild } from '../library-build.ts';

export default defineConfig(
  libraryBuild({
    entry: {
      index: 'src/index.ts',
      checks: 'src/checks.ts',
      'http/index': 'src/http/index.ts',
      'pages/index': 'src/pages/index.ts',
      internal: 'src/internal.ts',
    },
    inlineForRequire: ['@exodus/bytes', 'entities'],
  }),
);
