import { existsSync } from 'node:fs';
import { isSitegradeError } from '@sitegrade/core';
import { parseKeysCommand, runKeysCommand, UsageError, usage } from './keys-command.ts';
import { openStore } from './open-store.ts';
import { readSettings } from './settings.ts';

/** The options of the fields that the library validates. */
const optionOf: Readonly<Record<string, string>> = {
  ownerId: '--owner',
  name: '--name',
  expiresAt: '--expires',
};

try {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(usage);
    process.exit();
  }
  const command = parseKeysCommand(args);
  const { databaseFile } = readSettings(process.env);
  if (command.action !== 'issue' && !existsSync(databaseFile)) {
    const file = JSON.stringify(databaseFile);
    throw new Error(`DATABASE_FILE is ${file}, which does not exist: there are no keys.`);
  }
  const store = await openStore(databaseFile);
  try {
    process.stdout.write(await runKeysCommand(store, command));
  } finally {
    await store.close();
  }
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(messageOf(error));
  if (isUsage) console.error(`\n${usage}`);
  const isWrong = isUsage || (isSitegradeError(error) && error.code === 'invalid_input');
  process.exitCode = isWrong ? 2 : 1;
}

function messageOf(error: unknown): unknown {
  if (isSitegradeError(error) && error.issues) {
    return Object.entries(error.issues)
      .map(([field, issues]) => `${optionOf[field] ?? field} ${issues.join(' ')}`)
      .join('\n');
  }
  return error instanceof Error ? error.message : error;
}
