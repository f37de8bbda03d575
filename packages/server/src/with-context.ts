import { type Context, createContext, isSitegradeError } from '@sitegrade/core';
import type { Command } from 'commander';
import { databaseSettings, openStore, requireDatabase } from './open-context.ts';
import { addSettings, settingsOf } from './settings.ts';

/**
 * Makes a command work on the database of its settings, and print what `run` returns. Input that the library
 * refuses ends the command with exit code 2 and the names of its options.
 */
export function withContext(
  command: Command,
  run: (context: Context) => Promise<string>,
  { mayCreate = false }: { readonly mayCreate?: boolean } = {},
): void {
  addSettings(command, databaseSettings).action(async () => {
    const settings = settingsOf(command, databaseSettings);
    if (!mayCreate) requireDatabase(settings);
    const store = await openStore(settings);
    try {
      print(command, await run(createContext({ store })));
    } catch (error) {
      if (isSitegradeError(error) && error.code === 'invalid_input' && error.issues) {
        command.error(describeIssues(command, error.issues), { exitCode: 2 });
      }
      throw error;
    } finally {
      await store.close();
    }
  });
}

/** Prints the output of a command. */
export function print(command: Command, text: string): void {
  command.configureOutput().writeOut?.(text);
}

/** Examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** The options of the fields that the library validates. */
const optionOf: Readonly<Record<string, string>> = {
  ownerId: '--owner',
  name: '--name',
  expiresAt: '--expires',
  after: '--after',
};

function describeIssues(
  command: Command,
  issues: Readonly<Record<string, readonly string[]>>,
): string {
  const nameOf = (field: string) => {
    const option = optionOf[field] ?? field;
    const isOption = command.options.some(({ long }) => long === option);
    // Otherwise it is an argument of the command.
    return isOption ? option : option.replace(/^--(.*)$/, '<$1>');
  };
  return Object.entries(issues)
    .map(([field, texts]) => `error: ${nameOf(field)} ${texts.join(' ')}`)
    .join('\n');
}
