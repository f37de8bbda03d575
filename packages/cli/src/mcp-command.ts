import type { Command } from 'commander';
import type { Environment } from './environment.ts';
import { addBrowserOptions, addCheckOptions } from './page-options.ts';
import type { McpOptions } from './run-mcp.ts';

/** Adds the command with the tools for coding agents. */
export function addMcpCommand(
  program: Command,
  environment: Environment,
  setExitCode: (code: number) => void,
): void {
  const command = program
    .command('mcp')
    .summary('tools for a coding agent, over the Model Context Protocol')
    .description(
      'Serves tools for a coding agent on standard input and output (Model Context Protocol): check a page, a file or a website, compare, explain. An agent starts it; see the README of @sitegrade/mcp.',
    )
    .option(
      '--directory <folder>',
      'the folder below which .html files may be checked (default: the current one)',
    );
  addBrowserOptions(addCheckOptions(command))
    .addHelpText('after', help)
    .action(async (options: McpOptions) => {
      // Help needs none of the code that analyses pages.
      const { runMcp } = await import('./run-mcp.ts');
      setExitCode(await runMcp(command, options, environment));
    });
}

const help = `
The agent chooses the URLs: public ones, and those of this machine. Headers are not
sent, so that no page can make it send a password to another site.

Examples:
  claude mcp add sitegrade -- npx -y -p sitegrade -p @sitegrade/mcp sitegrade mcp
  sitegrade mcp --directory dist
  sitegrade mcp --allow-address 10.20.0.0/16
`;
