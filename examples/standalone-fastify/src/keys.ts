import { isSitegradeError } from '@sitegrade/core';
import { openStore } from './open-store.ts';
import { parseKeysCommand, UsageError, usage } from './parse-keys-command.ts';
import { runKeysCommand } from './run-keys-command.ts';
import { readSettings } from './settings.ts';

try {
  const command = parseKeysCommand(process.argv.slice(2));
  const store = await openStore(readSettings(process.env).databaseFile);
  try {
    process.stdout.write(await runKeysCommand(store, command));
  } finally {
    await store.close();
  }
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(error instanceof Error ? error.message : error);
  if (isUsage) console.error(`\n${usage}`);
  const isWrong = isUsage || (isSitegradeError(error) && error.code === 'invalid_input');
  process.exitCode = isWrong ? 2 : 1;
}
