import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { serverCommands } from './server-commands.ts';

const withChildren = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withChildren),
];

it('every command has a help with two examples of itself', () => {
  const commands = serverCommands().flatMap(withChildren);
  expect(commands.map((command) => command.name())).toEqual([
    'serve',
    'work',
    'keys',
    'issue',
    'list',
    'revoke',
    'owners',
    'list',
    'delete',
    'prune',
    'backup',
    'reconcile',
    'migrate',
  ]);
  for (const command of commands) {
    let help = '';
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    const [, examples = ''] = help.split('Examples:\n');
    const lines = examples.trimEnd().split('\n');
    expect(lines, command.name()).toHaveLength(2);
    for (const line of lines)
      expect(line).toMatch(new RegExp(`sitegrade .*\\b${command.name()}\\b`));
  }
});
