import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedVersions } from '../packed/install-packages.ts';
import type { PublishedPackage } from '../packed/pack-packages.ts';

/** What an installation put into `node_modules`. */
interface Installed {
  readonly packages: number;
  readonly kilobytes: number;
}

/**
 * Installs packed packages into an empty folder, as a user does, but without install scripts: they compile
 * SQLite, and nothing that is counted.
 *
 * @param names The packages to install.
 * @param published All published packages, for those that these need.
 */
export function installAlone(
  names: readonly string[],
  published: readonly PublishedPackage[],
  folder: string,
): Installed {
  const tarballs = Object.fromEntries(
    published.map(({ name, tarball }) => [name, `file:${tarball}`]),
  );
  const dependencies = Object.fromEntries(names.map((name) => [name, tarballs[name]]));
  mkdirSync(folder);
  const manifest = {
    private: true,
    dependencies,
    overrides: { ...lockedVersions(), ...tarballs },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', [...args, '--silent'], { cwd: folder, stdio: 'inherit' });
  const modules = join(folder, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  return { packages: Object.keys(lock.packages).length, kilobytes: kilobytesIn(modules) };
}

/** The size of all files, not of the blocks that they occupy, which depend on the file system. */
function kilobytesIn(folder: string): number {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.package-lock.json')
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return Math.round(bytes / 1_000);
}
