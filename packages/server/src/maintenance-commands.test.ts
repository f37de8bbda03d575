import { join } from 'node:path';
import { createContext, listReports } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { Command } from 'commander';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { maintenanceCommands } from './maintenance-commands.ts';

const oneDay = 86_400_000;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'reports.sqlite');
  const store = sqliteStore({ filename: file });
  await store.migrate();
  for (const days of [400, 100, 80, 10, 1]) {
    await store.reports.create(
      newReport({ ownerId: 'ann', createdAt: new Date(Date.now() - days * oneDay) }),
    );
  }
  await store.close();
});

/** Runs a command of the server in this process. */
async function run(...args: readonly string[]) {
  const [output, errors]: [string[], string[]] = [[], []];
  const program = new Command('sitegrade').exitOverride().configureOutput({
    writeOut: (text) => output.push(text),
    writeErr: (text) => errors.push(text),
  });
  for (const command of maintenanceCommands()) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  const exitCode = await program.parseAsync(args, { from: 'user' }).then(
    () => 0,
    (error: Error & { exitCode?: number }) => {
      if (error.exitCode !== undefined) return error.exitCode;
      errors.push(error.message);
      return 1;
    },
  );
  return { exitCode, output: output.join(''), errors: errors.join('') };
}

const onFile = (...args: readonly string[]) => run(...args, '--database-file', file);

async function countReports(filename = file): Promise<number> {
  const store = sqliteStore({ filename });
  const { total } = await listReports(createContext({ store }), 'ann', {});
  await store.close();
  return total;
}

describe('sitegrade prune', () => {
  it.each([
    [['--older-than', '90d'], 2, 3],
    [['--older-than', '264h'], 3, 2],
    [['--keep', '1'], 4, 1],
    [['--older-than', '90d', '--keep', '4'], 2, 3],
  ])('%j deletes %i reports, and says so', async (options, deleted, left) => {
    const { exitCode, output } = await onFile('prune', ...options);
    expect([exitCode, output]).toEqual([
      0,
      expect.stringContaining(`Reports deleted: ${deleted}\n`),
    ]);
    expect(await countReports()).toBe(left);
  });

  it('deletes old crawls, and all but the latest ten of a website', async () => {
    const store = sqliteStore({ filename: file });
    await store.migrate();
    const now = new Date();
    for (let days = 14; days > 0; days -= 1) {
      const createdAt = new Date(now.getTime() - days * oneDay);
      const { url, host } = { url: 'https://example.com/', host: 'example.com' };
      const scope = { maxPages: 1, include: [], exclude: [], source: 'both' } as const;
      const quotas = { maxRunning: 1, maxAdmitted: 1, maxPagesPerDay: 1 };
      await store.crawls.create({ ownerId: 'ann', url, host, createdAt, ...scope, ...quotas });
      const claimed = await store.crawls.claim({
        token: String(days),
        pageLeaseMs: 1_000,
        stepLeaseMs: 1_000,
        perHost: 1,
        maxAttempts: 1,
        now,
      });
      await store.crawls.begin(claimed?.lease ?? { crawlId: 0, page: null, token: '' }, {
        domain: host,
        origin: 'https://example.com',
        host,
        delayMs: 0,
        rulesetVersion: '1',
        site: new Uint8Array(),
        urls: [],
        defaultPrivacy: 'private',
        websiteShareToken: 't'.repeat(32),
        now,
      });
      await store.crawls.cancel('ann', claimed?.crawl.id ?? 0, now);
    }
    await store.close();
    expect((await onFile('prune', '--older-than', '90d')).output).toContain('Crawls deleted: 4\n');
    const kept = await onFile('prune', '--older-than', '90d', '--keep-crawls', '7');
    expect(kept.output).toContain('Crawls deleted: 3\n');
    const old = await onFile('prune', '--older-than', '132h', '--keep-crawls', '7');
    expect(old.output).toContain('Crawls deleted: 2\n');
    const reports = await countReports();
    const alone = await onFile('prune', '--keep-crawls', '3');
    expect([alone.exitCode, alone.output]).toEqual([
      0,
      expect.stringContaining('Reports deleted: 0\nCrawls deleted: 2\n'),
    ]);
    expect(await countReports()).toBe(reports);
  });

  it.each([
    [[], 'At least one of --older-than, --keep and --keep-crawls is required.'],
    [['--older-than', '90'], 'Use 90d for days or 36h for hours'],
    [['--older-than', '0d'], 'Use 90d'],
    [['--older-than', '36501d'], 'at most 36500d'],
    [['--older-than', '1y'], 'Use 90d'],
    [['--keep', '0'], 'It must be an integer from 1.'],
    [['--keep', '1.5'], 'It must be an integer from 1.'],
    [['--keep-crawls', '0'], 'It must be an integer from 1.'],
  ])('%j is refused, and deletes nothing', async (options, message) => {
    const { exitCode, errors } = await onFile('prune', ...options);
    expect(exitCode).not.toBe(0);
    expect(errors).toContain(message);
    expect(await countReports()).toBe(5);
  });

  it('refuses a file that does not exist, and does not create it', async () => {
    const missing = join(folder, 'missing.sqlite');
    const { exitCode, errors } = await run('prune', '--keep', '1', '--database-file', missing);
    expect([exitCode, errors]).toEqual([1, expect.stringContaining('which does not exist.')]);
    expect(await run('migrate', '--database-file', missing)).toMatchObject({ exitCode: 0 });
    expect(await run('prune', '--keep', '1', '--database-file', missing)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Reports deleted: 0'),
    });
  });
});

describe('sitegrade backup', () => {
  it('copies the database, but over no file', async () => {
    const copy = join(folder, 'copy.sqlite');
    const { exitCode, output } = await onFile('backup', copy);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('was copied to')]);
    expect(await countReports(copy)).toBe(5);
    expect(await onFile('backup', copy)).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('already exists. Nothing was copied.'),
    });
  });

  it('leaves Postgres to pg_dump', async () => {
    const { exitCode, errors } = await run('backup', 'a', '--database', 'postgres://a:b@c/d');
    expect([exitCode, errors]).toEqual([2, expect.stringContaining('Use pg_dump')]);
    expect(errors).not.toContain('a:b');
  });
});

describe('sitegrade reconcile', () => {
  it('lists counters that differ, and repairs them unless it is a dry run', async () => {
    const database = new Database(file);
    database.pragma('ignore_check_constraints = on');
    database.exec('update sitegrade_websites set reports_count = 9');
    database.close();
    const line = /^Owner "ann", website \d+: reports_count 9, counted 5$/m;
    const dry = await onFile('reconcile', '--dry-run');
    expect(dry.output).toContain('Compared: 1 websites, 1 owners\n');
    expect(dry.output).toMatch(line);
    const repaired = await onFile('reconcile');
    expect(repaired.output).toContain('Websites and owners whose counters were repaired: 1\n');
    expect(repaired.output).toMatch(line);
    const { output } = await onFile('reconcile', '--dry-run');
    expect(output).toContain('Websites and owners with counters that differ: 0\n');
  });
});
