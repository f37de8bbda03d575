import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
 * @param destination The folder for the tarballs.
 */
export function packPackages(destination: string): PublishedPackage[] {
  const folders = readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .filter((folder) => manifestOf(folder).private !== true);
  const workspaces = folders.flatMap((folder) => ['-w', folder]);
  const args = ['pack', ...workspaces, '--pack-destination', destination, '--silent'];
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return folders.map((folder) => {
    const { name, version } = manifestOf(folder);
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    return { name, folder, tarball: join(destination, file) };
  });
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
  };
}
