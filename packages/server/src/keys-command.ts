import { type ApiKey, type Context, issueApiKey, revokeApiKey, type Store } from '@sitegrade/core';
import { Command, InvalidArgumentError } from 'commander';
import { quoted } from './quoted.ts';
import { table } from './table.ts';
import { examples, withContext } from './with-context.ts';

/** `sitegrade keys`: issues, lists and revokes API keys. */
export function keysCommand(): Command {
  return new Command('keys')
    .summary('issue, list and revoke API keys')
    .description('Issues, lists and revokes API keys, while the server runs or not.')
    .addHelpText(
      'after',
      examples('sitegrade keys issue --owner ann --name "CI of ann"', 'sitegrade keys list'),
    )
    .addCommand(issueCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

interface IssueOptions {
  readonly owner: string;
  readonly name: string;
  readonly expires?: Date;
}

function issueCommand(): Command {
  const command = new Command('issue')
    .description('Issues an API key, and prints it once.')
    .requiredOption('--owner <owner>', 'whose reports it gives access to, such as a name')
    .requiredOption('--name <text>', 'what it is for')
    .option(
      '--expires <date>',
      'when it stops to work: 2027-01-31 (midnight UTC) or 2027-01-31T12:00:00Z',
      parseDate,
    )
    .addHelpText(
      'after',
      examples(
        'sitegrade keys issue --owner ann --name "CI of ann"',
        'sitegrade keys issue --owner ann --name trial --expires 2027-12-31',
      ),
    );
  withContext(
    command,
    async (context) => {
      const { owner, name, expires } = command.opts<IssueOptions>();
      const input = { name, ...(expires && { expiresAt: expires }) };
      const { apiKey, key } = await issueApiKey(context, owner, input);
      return `Key ${apiKey.id} of ${quoted(owner)}. It is shown only once:\n\n  ${key}\n\n`;
    },
    { mayCreate: true },
  );
  return command;
}

function listCommand(): Command {
  const command = new Command('list')
    .description('Lists API keys, with their IDs and states.')
    .option('--owner <owner>', 'only those of this owner')
    .addHelpText('after', examples('sitegrade keys list', 'sitegrade keys list --owner ann'));
  withContext(command, ({ store, now }) =>
    listKeys(store, now(), command.opts<{ owner?: string }>().owner),
  );
  return command;
}

function revokeCommand(): Command {
  let id = 0;
  const command = new Command('revoke')
    .description('Revokes an API key, so that no request can use it any more.')
    .argument('<id>', 'the ID of the key, as "keys list" prints it', (text) => {
      id = parseId(text);
    })
    .addHelpText(
      'after',
      examples('sitegrade keys revoke 2', 'DATABASE_FILE=reports.sqlite sitegrade keys revoke 2'),
    );
  withContext(command, (context) => revokeKey(context, id));
  return command;
}

function parseId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be an integer from 1, as "keys list" prints it.');
}

function parseDate(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z)?$/.test(text);
  const date = new Date(isDate ? text : Number.NaN);
  // A day that its month does not have would become one of the next.
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10)))
    return date;
  throw new InvalidArgumentError('Use 2027-01-31 or 2027-01-31T12:00:00Z.');
}

/** Revokes a key of any owner, and returns what to print. */
export async function revokeKey(context: Context, id: number): Promise<string> {
  const keys = await context.store.apiKeys.list(undefined);
  const key = keys.find((listed) => listed.id === id);
  if (key === undefined) throw new Error(`There is no key ${id}.`);
  if (key.revokedAt) return `Key ${id} was already revoked at ${time(key.revokedAt)}.\n`;
  await revokeApiKey(context, key.ownerId, id);
  return `Key ${id} of ${quoted(key.ownerId)} is revoked: no request can use it any more.\n`;
}

/** The keys as a table. */
export async function listKeys(store: Store, now: Date, ownerId?: string): Promise<string> {
  const keys = await store.apiKeys.list(ownerId);
  const head = ['ID', 'STATE', 'PREFIX', 'CREATED', 'EXPIRES', 'LAST USED', 'OWNER', 'NAME'];
  const rows = keys.map((key) => [
    String(key.id),
    stateOf(key, now),
    key.prefix,
    time(key.createdAt),
    time(key.expiresAt),
    time(key.lastUsedAt),
    quoted(key.ownerId),
    quoted(key.name),
  ]);
  return table(head, rows);
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'works';
}

function time(date: Date | null): string {
  return date ? date.toISOString().replace(/\.\d+Z$/, 'Z') : '-';
}
