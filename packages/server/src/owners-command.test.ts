import { join } from 'node:path';
import { createContext, issueApiKey, listReports } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { newReport } from '@sitegrade/testing';
import { Command } from 'commander';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { ownersCommand } from './owners-command.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'reports.sqlite');
  await withStore(async (context) => {
    for (const ownerId of ['ann', 'bob']) {
      for (const domain of ['a.com', 'a.com', 'b.com']) {
        await context.store.reports.create(newReport({ ownerId, domain }));
      }
    }
    await issueApiKey(context, 'ann', { name: 'CI' });
    await issueApiKey(context, 'eve\u001b[2J\u202e', { name: 'x' });
  });
});

async function withStore<Result>(
  use: (context: ReturnType<typeof createContext>) => Promise<Result>,
): Promise<Result> {
  const store = sqliteStore({ filename: file });
  await store.migrate();
  try {
    return await use(createContext({ store }));
  } finally {
    await store.close();
  }
}

const reportsOf = (ownerId: string) =>
  withStore(async (context) => (await listReports(context, ownerId, {})).total);

/** Runs a command of owners in this process. Someone answers its questions, unless there is no one. */
async function run(args: readonly string[], answer?: boolean) {
  const [output, errors, questions]: [string[], string[], string[]] = [[], [], []];
  const ask = async (question: string) => {
    questions.push(question);
    return answer === true;
  };
  const owners = ownersCommand(() => (answer === undefined ? undefined : ask));
  const program = new Command('sitegrade').exitOverride().configureOutput({
    writeOut: (text) => output.push(text),
    writeErr: (text) => errors.push(text),
  });
  owners.copyInheritedSettings(program);
  for (const child of owners.commands) child.copyInheritedSettings(program);
  program.addCommand(owners);
  const line = ['owners', ...args, '--database-file', file];
  const exitCode = await program.parseAsync(line, { from: 'user' }).then(
    () => 0,
    (error: Error & { exitCode?: number }) => {
      if (error.exitCode !== undefined) return error.exitCode;
      errors.push(error.message);
      return 1;
    },
  );
  return { exitCode, output: output.join(''), errors: errors.join(''), questions };
}

describe('sitegrade owners list', () => {
  it('lists owners with what they have, and no control characters', async () => {
    const { exitCode, output } = await run(['list']);
    expect(exitCode).toBe(0);
    expect(output).toBe(
      [
        'API KEYS  WEBSITES  REPORTS  OWNER',
        '1         2         3        "ann"',
        '0         2         3        "bob"',
        String.raw`1         0         0        "eve\u001b[2J\u202e"`,
        '',
      ].join('\n'),
    );
  });

  it('lists as many as are asked for, and says how to list the others', async () => {
    const { output } = await run(['list', '--limit', '1']);
    expect(output).not.toContain('"bob"');
    expect(output).toContain('\nThere are more: sitegrade owners list --after "ann" --limit 1\n');
    const rest = await run(['list', '--after', 'ann', '--limit', '2']);
    expect(rest.output).toMatch(/REPORTS {2}OWNER\n.*"bob"\n.*"eve.*"\n$/);
  });

  it.each(['0', '1001', '1.5', 'x'])('refuses the limit %s', async (limit) => {
    const { exitCode, errors } = await run(['list', '--limit', limit]);
    expect(exitCode).not.toBe(0);
    expect(errors).toContain('It must be an integer from 1 to 1000.');
  });
});

describe('sitegrade owners delete', () => {
  it('deletes everything of an owner once it is confirmed', async () => {
    const { exitCode, output, questions } = await run(['delete', 'ann'], true);
    expect(questions).toEqual([
      'Delete the owner "ann" with 1 API key, 2 websites, 3 reports? There is no way back. [y/N] ',
    ]);
    expect([exitCode, output]).toEqual([
      0,
      'The owner "ann" is deleted.\nAPI keys deleted: 1\nWebsites deleted: 2\nReports deleted: 3\nJobs deleted: 0\nCrawls deleted: 0\n',
    ]);
    expect(await reportsOf('ann')).toBe(0);
    expect(await reportsOf('bob')).toBe(3);
    expect((await run(['list'])).output).not.toContain('"ann"');
  });

  it('deletes nothing without a yes', async () => {
    const { exitCode, output } = await run(['delete', 'ann'], false);
    expect([exitCode, output]).toEqual([0, 'Nothing was deleted.\n']);
    expect(await reportsOf('ann')).toBe(3);
  });

  it('needs --yes where no one can be asked, and does not ask then', async () => {
    const refused = await run(['delete', 'ann']);
    expect([refused.exitCode, refused.errors]).toEqual([2, expect.stringContaining('use --yes')]);
    expect(await reportsOf('ann')).toBe(3);
    expect(await run(['delete', 'ann', '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await reportsOf('ann')).toBe(0);
    expect((await run(['delete', 'bob', '--yes'], false)).questions).toEqual([]);
  });

  it.each([
    [true, ['delete', 'anm']],
    [undefined, ['delete', 'anm', '--yes']],
  ])('says that there is no such owner', async (answer, args) => {
    const { exitCode, errors, questions } = await run(args, answer);
    expect([exitCode, errors, questions]).toEqual([
      1,
      'There is no owner "anm". "sitegrade owners list" lists them.',
      [],
    ]);
  });

  it('names the argument that cannot be an owner', async () => {
    const { exitCode, errors } = await run(['delete', 'a'.repeat(256), '--yes']);
    expect([exitCode, errors]).toEqual([
      2,
      expect.stringContaining('error: <owner> must be a string of 1 to 255 bytes'),
    ]);
  });
});
