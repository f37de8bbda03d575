import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type { readPage as ReadPage } from '../packages/audit/src/page/read-page.ts';

/** The folder of the page reader and the pages of its tests. */
export const pageFolder = fileURLToPath(new URL('../packages/audit/src/page/', import.meta.url));

/**
 * Builds the page reader as it is published: running TypeScript directly adds a call to every closure.
 *
 * @param name - Name of the output folder: two benchmarks may run at the same time.
 */
export async function buildReadPage(name: string): Promise<typeof ReadPage> {
  const built = fileURLToPath(new URL(`../node_modules/.cache/${name}/`, import.meta.url));
  await build({
    entry: [join(pageFolder, 'read-page.ts')],
    outDir: built,
    format: 'esm',
    config: false,
    silent: true,
  });
  const { readPage } = (await import(join(built, 'read-page.js'))) as { readPage: typeof ReadPage };
  return readPage;
}
