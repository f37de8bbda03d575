import { defineConfig } from 'tsup';
import { libraryBuild } from '../library-build.ts';

export default defineConfig(libraryBuild({ entry: { index: 'src/index.ts' } }));
