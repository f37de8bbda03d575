import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsup';

/** A bundled script. */
export interface Bundle {
  readonly script: string;
  remove(): void;
}

/**
 * Bundles a script with the sources of our packages, so that a process starts in a fraction of a second: compiling
 * all sources takes two seconds of CPU time.
 */
export async function bundleScript(entry: string): Promise<Bundle> {
  // In the repository, where the packages that are not bundled are found.
  const caches = join(import.meta.dirname, '..', 'node_modules', '.cache');
  mkdirSync(caches, { recursive: true });
  const outDir = mkdtempSync(join(caches, 'bundle-'));
  await build({
    config: false,
    entry: { script: entry },
    outDir,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    target: 'node20',
    splitting: false,
    silent: true,
    skipNodeModulesBundle: true,
    // Another version of commander is in the main folder.
    noExternal: [/^@sitegrade\//, 'commander'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    esbuildOptions(options) {
      options.conditions = ['@sitegrade/source'];
      // Errors are recognised by the names of their classes.
      options.keepNames = true;
    },
  });
  return {
    script: join(outDir, 'script.mjs'),
    remove: () => rmSync(outDir, { recursive: true }),
  };
}
