import type { Command } from 'commander';
import type { Environment } from './environment.ts';
import { loadServerPackage } from './optional-packages.ts';

/** The commands of `@sitegrade/server`, as the help lists them without loading it. */
const summaries: Readonly<Record<string, string>> = {
  serve: 'run the API, the pages and a worker',
  work: 'run a worker only, on another machine',
  keys: 'issue, list and revoke API keys',
  owners: 'list owners, and delete one',
  prune: 'delete old reports and crawls',
  backup: 'back up an SQLite database',
  reconcile: 'recount the counters of websites',
  migrate: 'create or update the tables of the database',
};

/**
 * Adds the commands of the server. Their package, with a database and a web server, is only loaded if the
 * arguments name one of them. If it is not installed, the error says how to install it.
 */
export async function addServerCommands(program: Command, environment: Environment): Promise<void> {
  const [first, second] = environment.args;
  const name = (first === 'help' ? second : first) ?? '';
  if (!Object.hasOwn(summaries, name)) {
    for (const [other, summary] of Object.entries(summaries)) {
      program.command(other).summary(summary).description(summary);
    }
    return;
  }
  const { serverCommands } = await loadServerPackage(program, `sitegrade ${name}`, environment);
  for (const command of serverCommands()) {
    inheritSettings(command, program);
    program.addCommand(command);
  }
}

/** Output and exits as in the program. commander copies them to commands that it creates itself only. */
function inheritSettings(command: Command, program: Command): void {
  command.copyInheritedSettings(program);
  for (const child of command.commands) inheritSettings(child, program);
}
