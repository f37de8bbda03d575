import type { Command } from 'commander';
import type { Environment, McpPackage, RendererPackage, ServerPackage } from './environment.ts';

/**
 * Loads the package of the server. If it is not installed, the error says how to install it.
 *
 * @param usage - What needs it: the command as it is written, without arguments.
 */
export function loadServerPackage(
  command: Command,
  usage: string,
  { loadServer }: Pick<Environment, 'loadServer'>,
): Promise<ServerPackage> {
  return loadPackage(command, usage, '@sitegrade/server', loadServer);
}

/** The same for the package that renders and prints pages. */
export function loadRendererPackage(
  command: Command,
  usage: string,
  { loadRenderer }: Pick<Environment, 'loadRenderer'>,
): Promise<RendererPackage> {
  return loadPackage(command, usage, '@sitegrade/renderer-chromium', loadRenderer);
}

/** The same for the package with the tools for coding agents. */
export function loadMcpPackage(
  command: Command,
  { loadMcp }: Pick<Environment, 'loadMcp'>,
): Promise<McpPackage> {
  return loadPackage(command, 'sitegrade mcp', '@sitegrade/mcp', loadMcp);
}

async function loadPackage<Package>(
  command: Command,
  usage: string,
  name: string,
  load: () => Promise<Package>,
): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    return command.error(
      [
        `${usage} needs the package ${name}, which is not installed.`,
        '',
        `  npm install sitegrade ${name}`,
        '',
        'or, to run it once:',
        '',
        // Without its arguments: one may be the URL of a database, with a password.
        `  npx -p sitegrade -p ${name} ${usage} …`,
      ].join('\n'),
      { exitCode: 2 },
    );
  }
}

/** Whether the package itself is missing, not one that it imports. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  );
}
