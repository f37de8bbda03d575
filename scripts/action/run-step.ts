import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { bundleScript } from '../bundle-script.ts';
import { commandScript } from '../start-command.ts';

/** The root of the repository, where `action.yml` is. */
export const root = join(import.meta.dirname, '../..');

/** A step of a composite action. */
interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The parts of `action.yml` that tests read. */
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** Reads `action.yml`. */
export function readAction(): Action {
  return parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
}

/** What became of a script. */
interface Ended {
  readonly code: number | null;
  /** Of both streams. */
  readonly output: string;
  /** Of standard error. */
  readonly errors: string;
}

/**
 * Makes a folder with a `npx` that runs the command of this repository, for any requested version: it is not
 * published.
 *
 * @returns the folder, for `PATH`.
 */
function makeNpx(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = [
    '#!/bin/sh',
    'echo "npm warn exec The following package was not found" >&2',
    `printf '%s\\n' "$@" > '${join(folder, 'npx-arguments')}'`,
    'shift 2',
    `exec '${process.execPath}' '${bundleScript(commandScript)}' "$@"`,
  ];
  writeFileSync(join(bin, 'npx'), `${script.join('\n')}\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  return bin;
}

/** Runs a script as a runner does, in this folder, with nothing else in its environment. */
export function runScript(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  shell: readonly string[] = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'],
): Promise<Ended> {
  const [program = '', ...args] = shell;
  const node = join(process.execPath, '..');
  const path = `${makeNpx(folder)}:${node}:${process.env.PATH}`;
  const child = spawn(program, [...args, script], {
    cwd: folder,
    env: { PATH: path, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const add = (part: Buffer) => {
    output += part.toString();
  };
  let errors = '';
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

/** A run of all steps of the action that are scripts. */
interface ActionRun {
  readonly steps: readonly Ended[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/**
 * Runs the steps of `action.yml` that are scripts. Those with `uses` need a runner of GitHub.
 *
 * @param folder - The repository that is checked.
 * @param inputs - Those that are not the default.
 * @param env - What else a runner sets.
 */
export async function runAction(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const action = readAction();
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const outputs: Record<string, string> = {};
  const evaluated = (text: string): string =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
      if (input !== undefined)
        return evaluated(inputs[input] ?? action.inputs[input]?.default ?? '');
      const [, output] = /^steps\.check\.outputs\.([\w-]+)$/.exec(expression) ?? [];
      if (output !== undefined) return outputs[output] ?? '';
      if (expression === 'github.token') return env.TEST_TOKEN ?? '';
      throw new Error(`The test does not know ${expression}.`);
    });
  const steps: Ended[] = [];
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    const variables = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluated(text)]);
    const { TEST_TOKEN: _token, ...runner } = env;
    steps.push(
      await runScript(step.run, folder, {
        GITHUB_ACTION_PATH: root,
        RUNNER_TEMP: folder,
        ...files,
        ...runner,
        ...Object.fromEntries(variables),
      }),
    );
    for (const line of readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n')) {
      const at = line.indexOf('=');
      if (at > 0) outputs[line.slice(0, at)] = line.slice(at + 1);
    }
  }
  const { GITHUB_STEP_SUMMARY: file } = files;
  return { steps, outputs, summary: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}
