import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '..');
/** In the repository, where the packages that are not bundled are found. */
const folder = join(root, 'node_modules', '.cache', 'bundles');
const dayMs = 86_400_000;

/** By the script and its options. */
const bundled = new Map<string, string>();

/**
 * Bundles a script with the sources of our packages, so that a process starts in a fraction of a second: compiling
 * all sources takes two seconds of CPU time. Processes share the bundle of the same sources.
 *
 * @param script - The absolute path of a script in TypeScript.
 * @param keepNames - Whether functions and classes keep their names, by which errors are recognised. It adds a call to
 * every closure, which the published packages do not have: measurements of CPU time do without.
 * @returns the script to run.
 */
export function bundleScript(
  script: string,
  { keepNames = true }: { readonly keepNames?: boolean } = {},
): string {
  const key = `${script} ${keepNames}`;
  const known = bundled.get(key);
  if (known !== undefined) return known;
  const file = writeBundle(script, keepNames);
  bundled.set(key, file);
  return file;
}

function writeBundle(script: string, keepNames: boolean): string {
  const { outputFiles } = buildSync({
    entryPoints: [{ in: script, out: 'script' }],
    outdir: '/',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    conditions: ['@sitegrade/source'],
    external: publishedPackages(),
    jsx: 'automatic',
    jsxImportSource: 'preact',
    keepNames,
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  const hash = createHash('sha256');
  for (const { contents } of outputFiles) hash.update(contents);
  const name = relative(root, script).replace(/\W+/g, '-');
  const target = join(folder, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(target)) {
    mkdirSync(folder, { recursive: true });
    removeOld();
    const writing = mkdtempSync(join(folder, 'writing-'));
    for (const { path, contents } of outputFiles) {
      writeFileSync(join(writing, basename(path)), contents);
    }
    moveTo(writing, target);
  }
  return join(target, 'script.mjs');
}

/** Another process may have been faster. */
function moveTo(writing: string, target: string): void {
  try {
    renameSync(writing, target);
  } catch (error) {
    rmSync(writing, { recursive: true });
    if (!existsSync(target)) throw error;
  }
}

function removeOld(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > dayMs) rmSync(path, { recursive: true, force: true });
  }
}

/** All packages that a workspace uses and Node finds in the main folder, where another version of commander is. */
function publishedPackages(): string[] {
  const manifests = ['packages', 'examples'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')),
  );
  const names = [join(root, 'package.json'), ...manifests]
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
  return [...new Set(names)].filter(
    (name) => !name.startsWith('@sitegrade/') && name !== 'commander',
  );
}
