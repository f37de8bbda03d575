import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { importsOf } from './imports-of.ts';

interface Manifest {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** All files that a package may contain besides `dist`. */
const besidesDist = new Set(['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']);

/** The condition by which the workspaces find each other's sources, which are not published. */
const workspaceCondition = '@sitegrade/source';

/** Packages of types or drivers that declarations must not require users to have. */
const neverInDeclarations = new Set(['kysely', 'better-sqlite3', 'pg', 'undici', 'entities']);

/**
 * The faults of a package as users get it, one sentence each: missing and unexpected files, exports of
 * missing files, undeclared imports, source maps without sources.
 *
 * @param folder The folder of the unpacked package.
 */
export function packageFaults(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const code = files
    .filter((file) => /\.(?:js|d\.ts)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const imported = new Set(code.flatMap(({ text }) => importsOf(text).map(packageOf)));
  const unused = Object.keys(declaredBy(manifest)).filter((name) => !imported.has(name));
  return [
    ...fileFaults(files),
    ...exportFaults(folder, manifest),
    ...code.flatMap(({ file, text }) => [
      ...importFaults(folder, file, text, manifest),
      ...mapFaults(folder, file, text),
    ]),
    ...unused.map((name) => `${name} is declared, but not imported`),
  ];
}

function fileFaults(files: readonly string[]): string[] {
  const missing = ['README.md', 'LICENSE'].filter((file) => !files.includes(file));
  const unexpected = files.filter(
    (file) =>
      !besidesDist.has(file) &&
      (!/^dist\/.+\.(?:js|d\.ts|js\.map)$/.test(file) || /\btest\.|fixtures?\b/.test(file)),
  );
  return [
    ...missing.map((file) => `${file} is missing`),
    ...unexpected.map((file) => `${file} should not be there`),
  ];
}

function exportFaults(folder: string, { exports, private: isPrivate }: Manifest): string[] {
  const faults = isPrivate ? ['the package is private'] : [];
  for (const [entry, target] of Object.entries(exports)) {
    const targets = typeof target === 'string' ? { default: target } : target;
    const conditions = Object.keys(targets).filter((name) => name !== workspaceCondition);
    // An entry of the repository only, which users cannot import.
    if (conditions.length === 0) continue;
    if (typeof target !== 'string' && conditions.join() !== 'types,default') {
      faults.push(`exports["${entry}"] has ${conditions.join()}, instead of types,default`);
    }
    for (const condition of conditions) {
      const file = targets[condition] ?? '';
      if (existsSync(join(folder, file))) continue;
      faults.push(`exports["${entry}"].${condition} is ${file}, which is missing`);
    }
  }
  return faults;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function declaredBy({
  dependencies,
  peerDependencies,
}: Manifest): Readonly<Record<string, string>> {
  return { ...dependencies, ...peerDependencies };
}

function importFaults(folder: string, file: string, text: string, manifest: Manifest): string[] {
  return importsOf(text).flatMap((fileName) => {
    if (fileName.startsWith('.')) {
      // A declaration imports the JavaScript file of another declaration.
      const named = file.endsWith('.d.ts') ? fileName.replace(/\.js$/, '.d.ts') : fileName;
      const there = existsSync(join(folder, dirname(file), named));
      return there ? [] : [`${file} imports ${fileName}, which is missing`];
    }
    if (fileName.startsWith('node:') || builtinModules.includes(fileName)) return [];
    const name = packageOf(fileName);
    if (!(name in declaredBy(manifest))) return [`${file} imports ${name}, which is not declared`];
    const shows = file.endsWith('.d.ts') && neverInDeclarations.has(name);
    return shows ? [`${file} shows types of ${name}`] : [];
  });
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

function mapFaults(folder: string, file: string, text: string): string[] {
  if (!file.endsWith('.js')) return [];
  const [, name] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(text) ?? [];
  const path = name === undefined ? undefined : join(folder, dirname(file), name);
  if (path === undefined || !existsSync(path)) return [`${file} has no source map`];
  const { sources, sourcesContent } = JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
  return sources
    .filter((source, at) => source.startsWith('/') || typeof sourcesContent?.[at] !== 'string')
    .map((source) => `the source map of ${file} lacks ${source}`);
}
