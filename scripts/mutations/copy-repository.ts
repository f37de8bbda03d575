import { cp, mkdir, mkdtemp, readdir, readlink, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const leftOut = new Set(['node_modules', 'dist', 'coverage']);

/**
 * Copies what tests need into a new folder, so that nothing of the working tree is ever changed.
 * Dependencies are linked, the workspaces among them to their copies.
 *
 * @returns the folder.
 */
export async function copyRepository(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'sitegrade-mutations-'));
  for (const entry of [
    'packages',
    'examples',
    'scripts',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    await cp(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (source) => !leftOut.has(basename(source)),
    });
  }
  await linkModules(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function linkModules(from: string, to: string): Promise<void> {
  await mkdir(join(to, '@sitegrade'), { recursive: true });
  for (const name of await readdir(from)) {
    // Caches are each copy's own.
    if (name === '@sitegrade' || name.startsWith('.')) continue;
    await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, '@sitegrade'))) {
    // npm links workspaces by relative paths, which lead to the copies from here.
    const workspace = await readlink(join(from, '@sitegrade', name));
    await symlink(workspace, join(to, '@sitegrade', name));
  }
}
