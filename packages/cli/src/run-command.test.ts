import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { testEnvironment } from './fixtures/test-environment.ts';
import { runCommand } from './run-command.ts';

/** Commands as `@sitegrade/server` exports them. */
function serverCommands(): readonly Command[] {
  const serve = new Command('serve').option('--port <number>').action(() => {
    throw new Error('The database is not there.');
  });
  const keys = new Command('keys');
  keys.command('issue <name>').action((name: string, _options, command: Command) => {
    if (name === '') command.error('error: The name is empty.', { exitCode: 2 });
    command.configureOutput().writeOut?.(`key of ${name}\n`);
  });
  return [serve, keys];
}

const notOpened = () => Promise.reject(new Error('Only a large crawl needs it.'));

const run = async (args: readonly string[], overrides = {}) => {
  const environment = testEnvironment(args, {
    loadServer: async () => ({ serverCommands, openTemporaryStore: notOpened }),
    ...overrides,
  });
  const exitCode = await runCommand(environment);
  return { exitCode, stdout: environment.stdout.text(), stderr: environment.stderr.text() };
};

it('prints its version', async () => {
  expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: '0.0.0\n' });
});

it('prints help with the command help, too', async () => {
  const help = await run(['help']);
  expect(help).toEqual(await run(['--help']));
  expect(help.exitCode).toBe(0);
  expect((await run(['help', 'compare'])).stdout).toBe((await run(['compare', '--help'])).stdout);
  expect((await run(['help', 'serve'])).stdout).toBe((await run(['serve', '--help'])).stdout);
});

it('lists the commands of the server without loading them', async () => {
  const loadServer = () => Promise.reject(new Error('It was loaded.'));
  const { exitCode, stdout } = await run(['--help'], { loadServer });
  expect(exitCode).toBe(0);
  for (const name of [
    'serve',
    'work',
    'keys',
    'owners',
    'prune',
    'backup',
    'reconcile',
    'migrate',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ +${name} `, 'm'));
  }
});

it('runs a command of the server, with its output and exit codes', async () => {
  expect(await run(['keys', 'issue', 'ann'])).toEqual({
    exitCode: 0,
    stdout: 'key of ann\n',
    stderr: '',
  });
  expect(await run(['serve'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'The database is not there.\n',
  });
  expect(await run(['keys', 'issue', ''])).toMatchObject({
    exitCode: 2,
    stderr: 'error: The name is empty.\n',
  });
  const wrong = await run(['serve', '--prot', '1']);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain('Did you mean --port?');
});

it('says what to install where the package of the server is missing', async () => {
  const error = Object.assign(
    new Error("Cannot find package '@sitegrade/server' imported from x"),
    {
      code: 'ERR_MODULE_NOT_FOUND',
    },
  );
  const args = ['serve', '--database', 'postgres://ann:hunter2@localhost/a'];
  const missing = await run(args, { loadServer: () => Promise.reject(error) });
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain('npm install sitegrade @sitegrade/server\n');
  expect(missing.stderr).toContain('npx -p sitegrade -p @sitegrade/server sitegrade serve …\n');
  expect(missing.stderr).not.toContain('hunter2');
  const variables = { npm_config_user_agent: 'pnpm/12.21.0 npm/? node/? linux x64' };
  const { stderr } = await run(args, { loadServer: () => Promise.reject(error), variables });
  expect(stderr).toContain('  pnpm add sitegrade @sitegrade/server\n');
});

it.each([
  [0, 0],
  [1, 2],
  [2, 2],
])(
  'recognises an error of another copy of commander with exit code %i',
  async (given, exitCode) => {
    const error = Object.assign(new Error('(shown)'), { name: 'CommanderError', exitCode: given });
    const serve = new Command('serve').action(() => {
      throw error;
    });
    const loadServer = async () => ({ serverCommands: () => [serve] });
    expect(await run(['serve'], { loadServer })).toEqual({ exitCode, stdout: '', stderr: '' });
  },
);

it('reports another error of loading the server as it is', async () => {
  const error = Object.assign(new Error("Cannot find package 'fastify' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  expect(await run(['serve'], { loadServer: () => Promise.reject(error) })).toMatchObject({
    exitCode: 1,
    stderr: `${error.message}\n`,
  });
});

it('has every option and format in the README', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const report = (await run(['--help'])).stdout;
  const compare = (await run(['compare', '--help'])).stdout;
  const options = `${report}${compare}`.match(/^ {2}(?:-\w, )?--[a-z-]+/gm) ?? [];
  const names = new Set(options.map((option) => option.replace(/^.*--/, '--')));
  names.delete('--help');
  names.delete('--version');
  expect(names.size).toBeGreaterThanOrEqual(11);
  for (const name of names) expect(readme).toContain(name);
  const [, choices = ''] = /choices:([^)]+)/.exec(report) ?? [];
  const formats = [...choices.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(formats).toHaveLength(10);
  for (const format of formats) expect(readme).toContain(`| \`${format}\` |`);
});
