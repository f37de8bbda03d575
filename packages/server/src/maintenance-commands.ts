import {
  type Context,
  continueDeletions,
  deleteExpiredIdempotencyKeys,
  deleteOldCrawls,
  deleteOldReports,
  reconcileCounters,
} from '@sitegrade/core';
import { backUpSqlite } from '@sitegrade/store-sqlite';
import { Command, InvalidArgumentError } from 'commander';
import { maxAgeDays, parseAge } from './age.ts';
import { messageOf } from './message-of.ts';
import { databaseSettings, requireDatabase } from './open-context.ts';
import { quoted } from './quoted.ts';
import { addSettings, settingsOf } from './settings.ts';
import { examples, print, withContext } from './with-context.ts';

/** The commands for cron: each does its work once, says what it did, and ends. */
export function maintenanceCommands(): readonly Command[] {
  return [pruneCommand(), backupCommand(), reconcileCommand(), migrateCommand()];
}

interface PruneOptions {
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly keep?: number;
  readonly keepCrawls?: number;
}

function pruneCommand(): Command {
  const command = new Command('prune')
    .summary('delete old reports and crawls')
    .description(
      'Deletes old reports and crawls of all owners, idempotency keys that have expired, and what is left of deleted websites, crawls and owners.',
    )
    .option(
      '--older-than <time>',
      'reports and crawls that are older: 90d (days) or 36h (hours)',
      parseTime,
    )
    .option('--keep <count>', 'reports beyond the latest <count> of each URL', parseCount)
    .option(
      '--keep-crawls <count>',
      'crawls beyond the latest <count> of each website (default: 10)',
      parseCount,
    )
    .addHelpText(
      'after',
      examples('sitegrade prune --older-than 90d', 'sitegrade prune --older-than 365d --keep 50'),
    );
  // Before the database is opened.
  command.hook('preAction', () => {
    const { olderThan, keep, keepCrawls } = command.opts<PruneOptions>();
    if ([olderThan, keep, keepCrawls].some((given) => given !== undefined)) return;
    const message = 'error: At least one of --older-than, --keep and --keep-crawls is required.';
    command.error(message, { exitCode: 2 });
  });
  withContext(command, (context) => prune(context, command.opts()));
  return command;
}

/** Deletes what is old, and returns what to print. */
async function prune(
  context: Context,
  { olderThan, keep, keepCrawls }: PruneOptions,
): Promise<string> {
  const older = olderThan !== undefined && {
    createdBefore: new Date(context.now().getTime() - olderThan),
  };
  const ofReports = { ...older, ...(keep !== undefined && { keepPerUrl: keep }) };
  // With --keep-crawls only, no report is old.
  const reports =
    Object.keys(ofReports).length === 0 ? 0 : await deleteOldReports(context, ofReports);
  const crawls = await deleteOldCrawls(context, {
    ...older,
    ...(keepCrawls !== undefined && { keepPerWebsite: keepCrawls }),
  });
  const keys = await deleteExpiredIdempotencyKeys(context);
  const rest = await continueDeletions(context);
  return [
    `Reports deleted: ${reports}`,
    `Crawls deleted: ${crawls}`,
    `Expired idempotency keys deleted: ${keys}`,
    `Rows of deleted websites, crawls and owners deleted: ${rest}`,
    '',
  ].join('\n');
}

function backupCommand(): Command {
  const command = new Command('backup')
    .summary('copy the SQLite database while it is in use')
    .description(
      'Copies the SQLite database to a new file, while the server runs or not. For Postgres, use pg_dump.',
    )
    .argument('<file>', 'the copy, which must not exist yet')
    .addHelpText(
      'after',
      examples(
        'sitegrade backup /backups/sitegrade.sqlite',
        'sitegrade backup "/backups/$(date +%F).sqlite" --database-file /data/sitegrade.sqlite',
      ),
    );
  return addSettings(command, databaseSettings).action(async (file: string) => {
    const settings = settingsOf(command, databaseSettings);
    if (settings.database !== undefined) {
      command.error(
        'error: DATABASE_URL (--database) is a Postgres database. Use pg_dump for its backups, or name a file with --database-file.',
        { exitCode: 2 },
      );
    }
    requireDatabase(settings);
    try {
      await backUpSqlite({ filename: settings.databaseFile, to: file });
    } catch (cause) {
      throw new Error(`The backup failed: ${messageOf(cause).replace(/^backUpSqlite: /, '')}`, {
        cause,
      });
    }
    print(
      command,
      `${JSON.stringify(settings.databaseFile)} was copied to ${JSON.stringify(file)}.\n`,
    );
  });
}

function reconcileCommand(): Command {
  const command = new Command('reconcile')
    .summary('compare counters with what they count')
    .description(
      'Compares the counters of websites and owners with the rows that they count, and repairs those that differ. They only differ if something else has written to the tables.',
    )
    .option('--dry-run', 'only list those that differ', false)
    .addHelpText('after', examples('sitegrade reconcile', 'sitegrade reconcile --dry-run'));
  withContext(command, (context) => reconcile(context, command.opts<{ dryRun: boolean }>()));
  return command;
}

/** Compares the counters, repairs them unless it is a dry run, and returns what to print. */
async function reconcile(
  context: Context,
  { dryRun }: { readonly dryRun: boolean },
): Promise<string> {
  const { websites, owners, drifts } = await reconcileCounters(context, { repair: !dryRun });
  const lines = drifts.map(({ ownerId, websiteId, counters }) => {
    const what = websiteId === undefined ? 'totals' : `website ${websiteId}`;
    const numbers = Object.entries(counters)
      .map(([name, { stored, counted }]) => `${name} ${stored}, counted ${counted}`)
      .join('; ');
    return `Owner ${quoted(ownerId)}, ${what}: ${numbers}`;
  });
  const what = dryRun ? 'with counters that differ' : 'whose counters were repaired';
  return [
    `Compared: ${websites} websites, ${owners} owners`,
    `Websites and owners ${what}: ${drifts.length}`,
    ...lines,
    '',
  ].join('\n');
}

function migrateCommand(): Command {
  const command = new Command('migrate')
    .summary('create or update the tables')
    .description(
      'Brings the tables of the database up to date, and creates them in an empty one. "serve" and "work" do so at each start.',
    )
    .addHelpText(
      'after',
      examples(
        'sitegrade migrate --database-file sitegrade.sqlite',
        'DATABASE_URL=postgres://user:password@localhost/sitegrade sitegrade migrate',
      ),
    );
  withContext(command, async () => 'The tables are up to date.\n', { mayCreate: true });
  return command;
}

function parseTime(text: string): number {
  const ms = parseAge(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`Use 90d for days or 36h for hours, at most ${maxAgeDays}d.`);
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer from 1.');
}
