import { isPackageMissing, packageManager } from '@sitegrade/foundation/missing-package';
import type { Command } from 'commander';
import type { Environment, McpPackage, RendererPackage, ServerPackage } from './environment.ts';

/** What the loaders below use of the environment. */
type Variables = Pick<Environment, 'variables'>;

/**
 * Loads the package of the server. If it is not installed, the error says how to install it.
 *
 * @param usage - What needs it: the command as it is written, without arguments.
 */
export function loadServerPackage(
  command: Command,
  usage: string,
  { loadServer, variables }: Pick<Environment, 'loadServer'> & Variables,
): Promise<ServerPackage> {
  return loadPackage(loadServer, { command, usage, name: '@sitegrade/server', variables });
}

/** The same for the package that renders and prints pages. */
export function loadRendererPackage(
  command: Command,
  usage: string,
  { loadRenderer, variables }: Pick<Environment, 'loadRenderer'> & Variables,
): Promise<RendererPackage> {
  const name = '@sitegrade/renderer-chromium';
  return loadPackage(loadRenderer, { command, usage, name, variables });
}

/** The same for the package with the tools for coding agents. */
export function loadMcpPackage(
  command: Command,
  { loadMcp, variables }: Pick<Environment, 'loadMcp'> & Variables,
): Promise<McpPackage> {
  const usage = 'sitegrade mcp';
  return loadPackage(loadMcp, { command, usage, name: '@sitegrade/mcp', variables });
}

/** An optional package, and what needs it. */
interface Need extends Variables {
  readonly command: Command;
  readonly usage: string;
  readonly name: string;
}

async function loadPackage<Package>(
  load: () => Promise<Package>,
  { command, usage, name, variables }: Need,
): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if (!isPackageMissing(error, name)) throw error;
    const { install, runOnce } = packageManager(variables);
    return command.error(
      [
        `${usage} needs the package ${name}, which is not installed.`,
        '',
        `  ${install} sitegrade ${name}`,
        '',
        'or, to run it once:',
        '',
        // Without its arguments: one may be the URL of a database, with a password.
        `  ${runOnce(['sitegrade', name])} ${usage} …`,
      ].join('\n'),
      { exitCode: 2 },
    );
  }
}
