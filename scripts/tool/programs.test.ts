import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allBenchmarks, benchmarks, tools } from './programs.ts';
import { planOf, runProgram } from './run-program.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const commands = { tool: tools, bench: benchmarks };

/** The text files in git and those that are new. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:[cm]?[jt]sx?|json|md|ya?ml)$|^\.ci\/|Dockerfile$/.test(file))
  .filter((file) => existsSync(join(root, file)) && file !== 'scripts/tool/programs.test.ts');

const scripts = new Set(
  files
    .filter((file) => file.endsWith('package.json'))
    .flatMap((file) => Object.keys((JSON.parse(read(file)) as { scripts?: object }).scripts ?? {})),
);

/** The commands in a text that do not exist. */
function unknownIn(text: string): string[] {
  return [...text.matchAll(/npm run ([a-z][\w:-]*)(?: -- ([a-z][\w:-]*))?/g)].flatMap(
    ([mention, script = '', name]) => {
      if (!scripts.has(script)) return [mention];
      const programs = script === 'tool' || script === 'bench' ? commands[script] : undefined;
      return programs && name !== undefined && !(name in programs) ? [mention] : [];
    },
  );
}

describe('tools and benchmarks', () => {
  it('have files', () => {
    const missing = [...Object.values({ ...tools, ...benchmarks }), allBenchmarks].filter(
      ({ file }) => !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
  });

  it('are mentioned by names that exist, and so are the scripts of package.json', () => {
    const unknown = files.flatMap((file) =>
      unknownIn(read(file)).map((each) => `${file}: ${each}`),
    );
    expect(unknown).toEqual([]);
    const mentions =
      'npm run tool -- fuzz, npm run tool -- fuss, npm run bench -- fuzz, npm run fuzz';
    expect(unknownIn(mentions)).toEqual([
      'npm run tool -- fuss',
      'npm run bench -- fuzz',
      'npm run fuzz',
    ]);
  });
});

describe('planOf', () => {
  const programs = {
    fuzz: { file: 'fuzz.ts', description: 'sends requests', args: '[--seed N]' },
    packed: { file: 'packed.ts', description: 'packs', usesBuild: true, buildsFirst: true },
  };
  const plan = (...args: readonly string[]) => planOf({ command: 'npm run tool', programs }, args);

  it.each([[[]], [['--help']], [['-h']]])('lists the names with a sentence each for %j', (args) => {
    const print =
      'npm run tool -- NAME [ARGUMENTS]\n\n  fuzz [--seed N]\n      sends requests\n  packed\n      packs';
    expect(plan(...args)).toEqual({ print, exitCode: 0 });
  });

  it.each(['fuss', 'toString', '--fuzz'])('fails with code 2 for %s', async (name) => {
    const print = `There is no "${name}". npm run tool lists the names.`;
    expect(plan(name)).toEqual({ print, exitCode: 2 });
  });

  it('starts a program on the sources, with its arguments', () => {
    expect(plan('fuzz', '--seed', '7')).toEqual({
      start: [
        [
          process.execPath,
          ...['--conditions=@sitegrade/source', '--import', 'tsx', 'fuzz.ts'],
          ...['--seed', '7'],
        ],
      ],
    });
  });

  it.each(['--help', '-h'])('says how a program is used for %s after its name', (help) => {
    const print = 'npm run tool -- fuzz [--seed N]\n\n  sends requests';
    expect(plan('fuzz', '--seed', '7', help)).toEqual({ print, exitCode: 0 });
    expect(plan('packed', help)).toMatchObject({ print: 'npm run tool -- packed\n\n  packs' });
  });

  it.each([[[]], [['--quick']]])('starts the whole, if there is one, for %j', (args) => {
    const whole = { file: 'all.ts', description: 'runs all', args: '[--quick]', usesBuild: true };
    const command = { command: 'npm run bench', programs, whole };
    expect(planOf(command, args)).toEqual({
      start: [[process.execPath, '--import', 'tsx', 'all.ts', ...args]],
    });
    expect(planOf(command, [...args, '--help'])).toMatchObject({
      print: expect.stringMatching(
        /^npm run bench -- \[--quick\]\n {6}runs all\n\nnpm run bench -- NAME/,
      ),
    });
    expect(planOf(command, ['fuzz'])).toEqual(plan('fuzz'));
  });

  it('builds first what uses the build', () => {
    expect(plan('packed')).toEqual({
      start: [
        ['npm', 'run', 'build'],
        [process.execPath, '--import', 'tsx', 'packed.ts'],
      ],
    });
  });
});

it('ends with the exit code of the program', async () => {
  const programs = { end: { file: 'scripts/tool/fixtures/exit-with.ts', description: 'ends' } };
  const command = { command: 'npm run tool', programs };
  expect(await runProgram(command, ['end', '3'])).toBe(3);
  expect(await runProgram(command, ['end', '0'])).toBe(0);
});
