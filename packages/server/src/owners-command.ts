import { createInterface } from 'node:readline/promises';
import {
  type Context,
  deleteOwner,
  listCrawls,
  listJobs,
  listOwners,
  listReports,
  listWebsites,
  type OwnerDeletion,
} from '@sitegrade/core';
import { Command, InvalidArgumentError } from 'commander';
import { quoted, shellWord } from './quoted.ts';
import { table } from './table.ts';
import { examples, withContext } from './with-context.ts';

/** Asks a question that yes or no answers; `undefined` where no person can be asked. */
type Ask = ((question: string) => Promise<boolean>) | undefined;

/**
 * `sitegrade owners`: lists owners, and deletes one with all that they have.
 *
 * @param ask - How to ask before deleting. Default: in the terminal, if there is one.
 */
export function ownersCommand(ask: () => Ask = terminalAsk): Command {
  return new Command('owners')
    .summary('list owners, and delete one')
    .description(
      'Lists owners, and deletes one with all that they have, while the server runs or not.',
    )
    .addHelpText('after', examples('sitegrade owners list', 'sitegrade owners delete ann'))
    .addCommand(listCommand())
    .addCommand(deleteCommand(ask));
}

interface ListOptions {
  readonly after?: string;
  readonly limit: number;
}

const maxLimit = 1_000;

function listCommand(): Command {
  const command = new Command('list')
    .description(
      'Lists the owners who have API keys, websites, jobs, crawls or webhooks, by their names, and how much they have.',
    )
    .option('--after <owner>', 'only those whose names come after this one')
    .option('--limit <count>', `how many at most, up to ${maxLimit}`, parseLimit, 100)
    .addHelpText(
      'after',
      examples('sitegrade owners list', 'sitegrade owners list --after ann --limit 1000'),
    );
  withContext(command, (context) => ownersTable(context, command.opts<ListOptions>()));
  return command;
}

/** The owners as a table, and how to list those who follow. */
async function ownersTable(context: Context, { after, limit }: ListOptions): Promise<string> {
  const owners = await listOwners(context, { limit, ...(after !== undefined && { after }) });
  const last = owners.at(-1)?.ownerId;
  const areMore =
    last !== undefined && (await listOwners(context, { after: last, limit: 1 })).length > 0;
  const rows = owners.map(({ ownerId, apiKeysCount, websitesCount, reportsCount }) => [
    ...[apiKeysCount, websitesCount, reportsCount].map(String),
    quoted(ownerId),
  ]);
  const text = table(['API KEYS', 'WEBSITES', 'REPORTS', 'OWNER'], rows);
  return areMore
    ? `${text}\nThere are more: sitegrade owners list --after ${shellWord(last)} --limit ${limit}\n`
    : text;
}

function deleteCommand(ask: () => Ask): Command {
  let owner = '';
  const command = new Command('delete')
    .description(
      'Deletes an owner: API keys, jobs, crawls, websites and reports. It asks first. There is no way back but a backup.',
    )
    .argument('<owner>', 'the name of the owner, as "owners list" prints it', (text) => {
      owner = text;
    })
    .option('--yes', 'do not ask', false)
    .addHelpText(
      'after',
      examples('sitegrade owners delete ann', 'sitegrade owners delete "user 7" --yes'),
    );
  // Before the database is opened.
  command.hook('preAction', () => {
    if (command.opts<{ yes: boolean }>().yes || ask() !== undefined) return;
    command.error('error: No terminal can ask whether to delete the owner: use --yes.', {
      exitCode: 2,
    });
  });
  withContext(command, (context) =>
    deleteAfterAsking(context, owner, command.opts<{ yes: boolean }>().yes ? undefined : ask()),
  );
  return command;
}

async function deleteAfterAsking(context: Context, owner: string, ask: Ask): Promise<string> {
  const name = quoted(owner);
  if (ask !== undefined) {
    const found = await possessionsOf(context, owner);
    const question = `Delete the owner ${name} with ${found.join(', ')}? There is no way back. [y/N] `;
    if (found.length > 0 && !(await ask(question))) return 'Nothing was deleted.\n';
  }
  const deletion = await deleteOwner(context, owner);
  if (Object.values(deletion).every((count) => count === 0)) {
    throw new Error(`There is no owner ${name}. "sitegrade owners list" lists them.`);
  }
  return `The owner ${name} is deleted.\n${deletionLines(deletion)}`;
}

/** What an owner has, in words: `["1 API key", "20 reports"]`. */
async function possessionsOf(context: Context, owner: string): Promise<readonly string[]> {
  const page = { perPage: 10 } as const;
  const lists: readonly (readonly [noun: string, total: number])[] = [
    ['API key', (await context.store.apiKeys.list(owner)).length],
    ['website', (await listWebsites(context, owner, page)).total],
    ['report', (await listReports(context, owner, page)).total],
    ['job', (await listJobs(context, owner, page)).total],
    ['crawl', (await listCrawls(context, owner, page)).total],
  ];
  return lists.flatMap(([noun, total]) =>
    total === 0 ? [] : [`${total} ${noun}${total === 1 ? '' : 's'}`],
  );
}

function deletionLines(deletion: OwnerDeletion): string {
  const { apiKeysCount, websitesCount, reportsCount, jobsCount, crawlsCount } = deletion;
  return [
    `API keys deleted: ${apiKeysCount}`,
    `Websites deleted: ${websitesCount}`,
    `Reports deleted: ${reportsCount}`,
    `Jobs deleted: ${jobsCount}`,
    `Crawls deleted: ${crawlsCount}`,
    '',
  ].join('\n');
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= maxLimit) return limit;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${maxLimit}.`);
}

/** Asks on standard error, so that the output of the command can go elsewhere. */
function terminalAsk(): Ask {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input, output });
    try {
      // Ctrl-C and the end of the input are a no.
      const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
      return /^y(?:es)?$/i.test((await Promise.race([terminal.question(question), closed])).trim());
    } finally {
      terminal.close();
    }
  };
}
