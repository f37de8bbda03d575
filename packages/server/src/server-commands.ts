import { Command } from 'commander';

/**
 * The commands of `sitegrade` that need a server or its database. The command adds them when it is asked for one of
 * them.
 */
export function serverCommands(): readonly Command[] {
  return [new Command('serve'), new Command('work')];
}
