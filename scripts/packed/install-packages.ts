import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublishedPackage } from './pack-packages.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of the compiled part of SQLite: that of this repository, or of another version of Node. */
export const sqliteBuild =
  process.env.SITEGRADE_SQLITE_BUILD ?? join(root, 'node_modules/better-sqlite3/build');

/** Other packages that the tested code needs, which users of sitegrade have anyway. */
const tools = [
  'express',
  'fastify',
  'typescript',
  '@types/node',
  '@types/express',
  'better-sqlite3',
  '@types/better-sqlite3',
  'pg',
  '@types/pg',
  'pg-boss',
  'vitest',
  'fast-check',
];

/** Other packages of a project, with the versions that it needs. */
export type OtherPackages = Readonly<Record<string, string>>;

/**
 * Creates an empty project of ES modules and installs packed packages into it, with all dependencies in the
 * versions of this repository's lockfile.
 *
 * @param folder The folder of the project, outside the repository, so that nothing is found by chance.
 */
export function installPackages(packages: readonly PublishedPackage[], folder: string): void {
  install(folder, packages, {
    type: 'module',
    others: otherPackages(),
    overrides: lockedVersions(),
  });
}

/** The other packages that the tested code needs, in the versions of this repository's lockfile. */
export function otherPackages(): OtherPackages {
  const versions = lockedVersions();
  return Object.fromEntries(tools.map((name) => [name, versions[name] ?? '']));
}

/** Packed packages as dependencies. */
export function tarballsOf(packages: readonly PublishedPackage[]): OtherPackages {
  return Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
}

/**
 * The same for a project of CommonJS, unless it says otherwise, and other packages, whose dependencies have the newest versions. Of the
 * packages that this repository uses, too, it gets the locked version if the range is empty.
 */
export function installWith(
  packages: readonly PublishedPackage[],
  others: OtherPackages,
  folder: string,
  type: 'commonjs' | 'module' = 'commonjs',
): void {
  const versions = lockedVersions();
  const ranges = Object.entries(others).map(([name, range]) => [name, range || versions[name]]);
  install(folder, packages, {
    type,
    others: Object.fromEntries(ranges),
    overrides: {},
  });
}

/** The same for the command alone, with what it depends on, in an empty project. */
export function installCommand(packages: readonly PublishedPackage[], folder: string): void {
  const command = packages.filter((packed) =>
    /^packages\/(?:core|store-memory|cli)$/.test(packed.folder),
  );
  install(folder, command, { type: 'commonjs', others: {}, overrides: {} });
}

function install(
  folder: string,
  packages: readonly PublishedPackage[],
  { type, others, overrides }: { type: string; others: OtherPackages; overrides: OtherPackages },
): void {
  const dependencies = { ...tarballsOf(packages), ...others };
  mkdirSync(folder);
  const manifest = { private: true, type, dependencies, overrides };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  // Scripts would compile SQLite again. All versions are the same.
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', [...args, '--silent'], { cwd: folder, stdio: 'inherit' });
  const compiled = 'node_modules/better-sqlite3/build';
  if (!existsSync(dirname(join(folder, compiled)))) return;
  cpSync(sqliteBuild, join(folder, compiled), { recursive: true });
}

/** The version of each external package; of several the one that our own code gets. */
export function lockedVersions(): Record<string, string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const paths = Object.keys(lock.packages);
  const named = (name: string) => paths.filter((path) => path.endsWith(`node_modules/${name}`));
  return Object.fromEntries(
    Object.entries(lock.packages).flatMap(([path, { version }]) => {
      const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
      if (name === undefined || version === undefined) return [];
      // Forcing one of several versions could break packages that need another.
      return named(name).length === 1 || tools.includes(name) ? [[name, version]] : [];
    }),
  );
}
