import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsup';

/** A bundled script. */
export interface Bundle {
  readonly script: string;
  remove(): void;
}

/**
 * Bundles `worker.ts`, so that a process starts in a fraction of a second: compiling all sources takes two
 * seconds of CPU time, and a worker is started every second.
 */
export async function bundleWorker(): Promise<Bundle> {
  // In the repository, where the packages that are not bundled are found.
  const caches = join(import.meta.dirname, '..', '..', 'node_modules', '.cache');
  mkdirSync(caches, { recursive: true });
  const outDir = mkdtempSync(join(caches, 'faults-'));
  await build({
    config: false,
    entry: { worker: join(import.meta.dirname, 'worker.ts') },
    outDir,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    target: 'node20',
    splitting: false,
    silent: true,
    skipNodeModulesBundle: true,
    noExternal: [/^@sitegrade\//],
    esbuildOptions(options) {
      options.conditions = ['@sitegrade/source'];
    },
  });
  return {
    script: join(outDir, 'worker.mjs'),
    remove: () => rmSync(outDir, { recursive: true }),
  };
}
