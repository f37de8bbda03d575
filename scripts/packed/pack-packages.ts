import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A published package. */
export interface PublishedPackage {
  readonly name: string;
  /** Its folder in the repository, from the root. */
  readonly folder: string;
  /** Its tarball. */
  readonly tarball: string;
}

/**
 * Packs every published package like publishing does; they must be built.
 *
 * @param destination The folder for the tarballs, which may exist.
 */
export function packPackages(destination: string): PublishedPackage[] {
  const packages = packagesIn(destination);
  const workspaces = packages.flatMap(({ folder }) => ['-w', folder]);
  const args = ['pack', ...workspaces, '--pack-destination', destination, '--silent'];
  mkdirSync(destination, { recursive: true });
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return packages;
}

/** The published packages, whose tarballs `packPackages` has written to a folder. */
function packagesIn(destination: string): PublishedPackage[] {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .filter((folder) => manifestOf(folder).private !== true)
    .map((folder) => {
      const { name, version } = manifestOf(folder);
      const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
      return { name, folder, tarball: join(destination, file) };
    });
}

/**
 * The published packages, packed into `own`, or as they were packed into the folder that `--tarballs` names, so that
 * several scripts can try the same tarballs.
 *
 * @throws Error that names the first tarball that is not there.
 */
export function packedPackages(
  tarballs: string | undefined,
  ownFolder: string,
): PublishedPackage[] {
  if (tarballs === undefined) return packPackages(ownFolder);
  const packages = packagesIn(resolve(tarballs));
  const missing = packages.find(({ tarball }) => !existsSync(tarball));
  if (missing) throw new Error(`--tarballs: there is no ${missing.tarball}.`);
  return packages;
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
  };
}
