import { type ApiKey, createContext, issueApiKey, revokeApiKey, type Store } from '@sitegrade/core';
import type { KeysCommand } from './parse-keys-command.ts';

/**
 * Does what the command is asked to do, and says so in a text for people.
 *
 * @throws SitegradeError `invalid_input` where the owner, the name or the date is wrong.
 * @throws Error where there is no such key.
 */
export async function runKeysCommand(store: Store, command: KeysCommand): Promise<string> {
  const context = createContext({ store });
  if (command.action === 'issue') {
    const { owner, name, expiresAt } = command;
    const issued = await issueApiKey(context, owner, { name, ...(expiresAt && { expiresAt }) });
    return `Key ${issued.apiKey.id} of ${JSON.stringify(owner)}. It is shown this once:\n\n  ${issued.key}\n\n`;
  }
  if (command.action === 'list') return table(await store.apiKeys.list(command.owner), new Date());

  const { id } = command;
  const key = (await store.apiKeys.list(undefined)).find((one) => one.id === id);
  if (key === undefined) throw new Error(`There is no key ${id}.`);
  if (key.revokedAt) return `Key ${id} was revoked already, at ${time(key.revokedAt)}.\n`;
  await revokeApiKey(context, key.ownerId, id);
  return `Key ${id} of ${JSON.stringify(key.ownerId)} is revoked: it works for no request from now on.\n`;
}

function table(keys: readonly ApiKey[], now: Date): string {
  const head = ['ID', 'STATE', 'BEGINS WITH', 'CREATED', 'EXPIRES', 'LAST USED', 'OWNER', 'NAME'];
  const rows = keys.map((key) => [
    String(key.id),
    stateOf(key, now),
    key.prefix,
    time(key.createdAt),
    time(key.expiresAt),
    time(key.lastUsedAt),
    // As JSON, so that no name can move the cursor.
    JSON.stringify(key.ownerId),
    JSON.stringify(key.name),
  ]);
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return `${padded.map((line) => line.join('  ').trimEnd()).join('\n')}\n`;
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'works';
}

function time(date: Date | null): string {
  return date ? date.toISOString().replace(/\.\d+Z$/, 'Z') : '-';
}
