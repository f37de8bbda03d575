import type { Command } from 'commander';
import { keysCommand } from './keys-command.ts';
import { maintenanceCommands } from './maintenance-commands.ts';
import { ownersCommand } from './owners-command.ts';
import { serveCommand } from './serve.ts';
import { workCommand } from './work.ts';

/**
 * The commands of `sitegrade` that need a server or its database: `serve`, `work`, `keys`, `owners`, `prune`,
 * `backup`, `reconcile` and `migrate`. They end with exit code 2 for wrong usage or settings, and throw other errors.
 *
 * @example
 * ```ts
 * const program = new Command('reports');
 * for (const command of serverCommands()) program.addCommand(command);
 * await program.parseAsync();
 * ```
 */
export function serverCommands(): readonly Command[] {
  return [serveCommand(), workCommand(), keysCommand(), ownersCommand(), ...maintenanceCommands()];
}
