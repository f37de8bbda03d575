import { parseArgs } from 'node:util';
import { type ApiKey, createContext, issueApiKey, revokeApiKey, type Store } from '@sitegrade/core';

/** What to do. */
export type KeysCommand =
  | {
      readonly action: 'issue';
      readonly owner: string;
      readonly name: string;
      readonly expiresAt?: Date;
    }
  | { readonly action: 'list'; readonly owner?: string }
  | { readonly action: 'revoke'; readonly id: number };

/** How the command is called. */
export const usage = `Usage:
  npm run keys -- issue --owner NAME --name TEXT [--expires DATE]
  npm run keys -- list [--owner NAME]
  npm run keys -- revoke ID

DATE is a day such as 2027-01-31, which starts at midnight UTC, or a time such as 2027-01-31T12:00:00Z.
The database is the one of the server: DATABASE_FILE, or ./sitegrade.sqlite.
`;

/** Invalid arguments, which the message names. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of each action, and whether they are required. */
const optionsOf = {
  issue: { owner: true, name: true, expires: false },
  list: { owner: false },
  revoke: {},
} as const satisfies Record<KeysCommand['action'], Readonly<Record<string, boolean>>>;

/**
 * Reads the arguments of the command.
 *
 * @throws UsageError that names what is wrong.
 */
export function parseKeysCommand(args: readonly string[]): KeysCommand {
  const { values, positionals } = parse(args);
  const [action, ...rest] = positionals;
  if (action === undefined) throw new UsageError('Name an action: issue, list or revoke.');
  if (!isAction(action)) {
    throw new UsageError(`${JSON.stringify(action)} must be issue, list or revoke.`);
  }
  const options: Readonly<Record<string, boolean>> = optionsOf[action];
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(options, name)) throw new UsageError(`${action} has no option --${name}.`);
  }
  for (const [name, required] of Object.entries(options)) {
    const isThere = Object.hasOwn(values, name);
    if (required && !isThere) throw new UsageError(`${action} needs --${name}.`);
  }
  if (rest.length > (action === 'revoke' ? 1 : 0)) {
    throw new UsageError(`Unexpected argument ${JSON.stringify(rest.at(-1))}.`);
  }
  const { owner = '', name = '', expires } = values;
  if (action === 'revoke') return { action, id: parseId(rest[0]) };
  if (action === 'list') return values.owner === undefined ? { action } : { action, owner };
  return { action, owner, name, ...(expires !== undefined && { expiresAt: parseDate(expires) }) };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { owner: text, name: text, expires: text },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function isAction(text: string): text is KeysCommand['action'] {
  return Object.hasOwn(optionsOf, text);
}

function parseId(text = ''): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new UsageError('revoke needs the ID of a key, an integer from 1, as list prints it.');
}

function parseDate(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z)?$/.test(text);
  const date = new Date(isDate ? text : Number.NaN);
  // A day that its month does not have would become one of the next.
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10)))
    return date;
  const given = JSON.stringify(text);
  throw new UsageError(`--expires is ${given}; use 2027-01-31 or 2027-01-31T12:00:00Z.`);
}

/**
 * Runs the command.
 *
 * @returns what to print.
 *
 * @throws SitegradeError `invalid_input` where the owner, the name or the date is wrong.
 * @throws Error where there is no such key.
 */
export async function runKeysCommand(store: Store, command: KeysCommand): Promise<string> {
  const context = createContext({ store });
  if (command.action === 'issue') {
    const { owner, name, expiresAt } = command;
    const issued = await issueApiKey(context, owner, { name, ...(expiresAt && { expiresAt }) });
    return `Key ${issued.apiKey.id} of ${JSON.stringify(owner)}. It is shown only once:\n\n  ${issued.key}\n\n`;
  }
  if (command.action === 'list') return table(await store.apiKeys.list(command.owner), new Date());

  const { id } = command;
  const key = (await store.apiKeys.list(undefined)).find((one) => one.id === id);
  if (key === undefined) throw new Error(`There is no key ${id}.`);
  if (key.revokedAt) return `Key ${id} was already revoked at ${time(key.revokedAt)}.\n`;
  await revokeApiKey(context, key.ownerId, id);
  return `Key ${id} of ${JSON.stringify(key.ownerId)} is revoked: no request can use it any more.\n`;
}

function table(keys: readonly ApiKey[], now: Date): string {
  const head = ['ID', 'STATE', 'PREFIX', 'CREATED', 'EXPIRES', 'LAST USED', 'OWNER', 'NAME'];
  const rows = keys.map((key) => [
    String(key.id),
    stateOf(key, now),
    key.prefix,
    time(key.createdAt),
    time(key.expiresAt),
    time(key.lastUsedAt),
    // As JSON, so that a name cannot hold terminal control characters.
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
