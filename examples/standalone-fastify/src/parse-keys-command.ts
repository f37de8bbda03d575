import { parseArgs } from 'node:util';

/** What the command is asked to do. */
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

DATE is a day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z; a day begins at midnight UTC.
The database is the server's: DATABASE_FILE, or ./sitegrade.sqlite.
`;

/** The command was called wrongly; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Which options each action takes, and whether it needs them. */
const optionsOf = {
  issue: { owner: true, name: true, expires: false },
  list: { owner: false },
  revoke: {},
} as const satisfies Record<KeysCommand['action'], Readonly<Record<string, boolean>>>;

/**
 * Reads the arguments of the command.
 *
 * @throws UsageError naming what was wrong.
 */
export function parseKeysCommand(args: readonly string[]): KeysCommand {
  const { values, positionals } = parse(args);
  const [action, ...rest] = positionals;
  if (action === undefined) throw new UsageError('What to do is missing: issue, list or revoke.');
  if (!isAction(action)) {
    throw new UsageError(`${JSON.stringify(action)} is none of issue, list, revoke.`);
  }
  const options: Readonly<Record<string, boolean>> = optionsOf[action];
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(options, name)) throw new UsageError(`${action} takes no --${name}.`);
  }
  for (const [name, needed] of Object.entries(options)) {
    const isThere = Object.hasOwn(values, name);
    if (needed && !isThere) throw new UsageError(`${action} needs --${name}.`);
  }
  if (rest.length > (action === 'revoke' ? 1 : 0)) {
    throw new UsageError(`There is ${JSON.stringify(rest.at(-1))} too much.`);
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
  throw new UsageError('revoke needs the ID of a key, a whole number from 1, as list shows it.');
}

function parseDate(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z)?$/.test(text);
  const date = new Date(isDate ? text : Number.NaN);
  // A day that its month does not have would become one of the next.
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10)))
    return date;
  const given = JSON.stringify(text);
  throw new UsageError(`--expires is ${given}; allowed is 2027-01-31 or 2027-01-31T12:00:00Z.`);
}
