import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { importsOf } from './imports-of.ts';

/** A file, or files by condition. */
type Target = string | { readonly [condition: string]: Target };

interface Manifest {
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, Target>>;
  readonly main?: string;
  readonly types?: string;
  readonly typesVersions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** All files that a package may contain in addition to `dist`. */
const outsideDist = new Set(['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']);

/** The licences of the packages in the bundles, and the sources of their data. */
const noticesFile = 'dist/THIRD-PARTY-NOTICES.txt';

/** The condition by which the workspaces find each other's sources, which are not published. */
const workspaceCondition = '@sitegrade/source';

/** Packages of types or drivers that declarations must not require users to have. */
const neverInDeclarations = new Set(['kysely', 'better-sqlite3', 'pg', 'undici', 'entities']);

/** The conditions of an entry point that can be imported and required, and of one for ES modules only. */
const conditionsOfEntry = [
  'import.types,import.default,require.types,require.default',
  'types,default',
];

/**
 * The faults of a package as users get it, one sentence each: missing and unexpected files, exports of
 * missing files, undeclared imports, source maps.
 *
 * @param folder The folder of the unpacked package.
 */
export function packageFaults(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const code = files
    .filter((file) => /\.(?:c?js|d\.c?ts)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const imported = new Set(code.flatMap(({ text }) => importsOf(text).map(packageOf)));
  // A file of a package may be resolved, and read as text.
  const isNamed = (name: string) =>
    code.some(({ text }) => ['"', "'"].some((quote) => text.includes(`${quote}${name}/`)));
  const unused = Object.keys(declaredBy(manifest)).filter(
    (name) => !imported.has(name) && !isNamed(name),
  );
  return [
    ...fileFaults(files),
    ...(manifest.private ? ['the package is private'] : []),
    ...exportFaults(manifest),
    ...targetFaults(folder, manifest),
    ...code.flatMap(({ file, text }) => [
      ...importFaults(folder, file, text, manifest),
      ...(text.includes('\n//# sourceMappingURL=') ? [`${file} names a source map`] : []),
      // Jest cannot run it.
      ...(/\.cjs$/.test(file) && /\bimport\(/.test(text) ? [`${file} has an import()`] : []),
    ]),
    ...noticeFaults(folder, code),
    ...unused.map((name) => `${name} is declared, but not imported`),
  ];
}

function fileFaults(files: readonly string[]): string[] {
  const missing = ['README.md', 'LICENSE'].filter((file) => !files.includes(file));
  const unexpected = files.filter(
    (file) =>
      !outsideDist.has(file) &&
      file !== noticesFile &&
      (!/^dist\/.+\.(?:c?js|d\.c?ts)$/.test(file) || /\btest\.|fixtures?\b/.test(file)),
  );
  return [
    ...missing.map((file) => `${file} is missing`),
    ...unexpected.map((file) => `${file} should not be there`),
  ];
}

function exportFaults({ exports = {} }: Manifest): string[] {
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return [];
    const conditions = filesOf(target).map(([condition]) => condition);
    // An entry of the repository only, which users cannot import.
    if (conditions.length === 0 || conditionsOfEntry.includes(conditions.join())) return [];
    return [`exports["${entry}"] has ${conditions.join()}, not ${conditionsOfEntry.join(' or ')}`];
  });
}

/** Each file that the manifest names must be there. */
function targetFaults(folder: string, manifest: Manifest): string[] {
  const { exports = {}, main = [], types = [], typesVersions = {}, bin = {} } = manifest;
  const versions = Object.values(typesVersions).flatMap((paths) => Object.values(paths).flat());
  const named = [exports, bin].flatMap((target) => filesOf(target).map(([, file]) => file));
  return [...new Set([...named, ...versions].concat(main, types))]
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `${file} is missing`);
}

/** The files of a target, each with the path of its conditions. */
function filesOf(target: Target, path = ''): (readonly [string, string])[] {
  if (typeof target === 'string') return [[path, target]];
  return Object.entries(target)
    .filter(([condition]) => condition !== workspaceCondition)
    .flatMap(([condition, inner]) =>
      filesOf(inner, path === '' ? condition : `${path}.${condition}`),
    );
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
      const isDeclaration = /\.d\.c?ts$/.test(file);
      const named = isDeclaration ? fileName.replace(/\.(c?)js$/, '.d.$1ts') : fileName;
      const there = existsSync(join(folder, dirname(file), named));
      return there ? [] : [`${file} imports ${fileName}, which is missing`];
    }
    if (fileName.startsWith('node:') || builtinModules.includes(fileName)) return [];
    const name = packageOf(fileName);
    if (!(name in declaredBy(manifest))) return [`${file} imports ${name}, which is not declared`];
    const shows = /\.d\.c?ts$/.test(file) && neverInDeclarations.has(name);
    return shows ? [`${file} shows types of ${name}`] : [];
  });
}

/** Bundlers name the file that code is from. */
function noticeFaults(folder: string, code: readonly { readonly text: string }[]): string[] {
  const path = join(folder, noticesFile);
  const notices = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const inlined = code.flatMap(({ text }) =>
    [...text.matchAll(/\bnode_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g)].map(([, name]) => name),
  );
  return [...new Set(inlined)]
    .filter((name) => !notices.some((line) => line.startsWith(`${name} `)))
    .map((name) => `${noticesFile} lacks ${name}`);
}
