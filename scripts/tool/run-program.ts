import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Program, Programs } from './programs.ts';

/** A command that starts programs by their names, such as `npm run tool`. */
interface ProgramCommand {
  /** As it is typed: `npm run tool`. */
  readonly command: string;
  readonly programs: Programs;
  /** What starts without a name, with or without options. Default: the list of names. */
  readonly whole?: Program;
}

/** A process to start: its file and arguments. */
type Command = readonly [file: string, ...args: string[]];

/** What to do for the arguments of a command: print something and exit, or start processes one after the other. */
type Plan =
  | { readonly print: string; readonly exitCode: 0 | 2 }
  | { readonly start: readonly Command[] };

/**
 * Decides what the arguments of a command ask for: without a name, or with `--help`, the list of all names, and with
 * `--help` after a name how it is used. Programs take minutes, and some change files.
 */
export function planOf(named: ProgramCommand, args: readonly string[]): Plan {
  const { command, programs, whole } = named;
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name) || (whole && name.startsWith('-'))) {
    const isList = whole === undefined || args.some(isHelp);
    return isList ? { print: listOf(named), exitCode: 0 } : startOf(whole, args);
  }
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) {
    const print = `There is no "${name}". ${command} lists the names.`;
    return { print, exitCode: 2 };
  }
  if (rest.some(isHelp)) {
    const print = `${command} -- ${usageOf(name, program)}\n\n  ${program.description}`;
    return { print, exitCode: 0 };
  }
  return startOf(program, rest);
}

function startOf(program: Program, args: readonly string[]): Plan {
  const start = [process.execPath, ...argumentsOf(program), ...args] as const;
  return { start: program.buildsFirst ? [['npm', 'run', 'build'], start] : [start] };
}

/** Prints or starts what the arguments ask for, and returns the exit code: that of the first process that fails. */
export async function runProgram(
  command: ProgramCommand,
  args: readonly string[],
): Promise<number> {
  const plan = planOf(command, args);
  if ('print' in plan) {
    (plan.exitCode === 0 ? console.log : console.error)(plan.print);
    return plan.exitCode;
  }
  for (const each of plan.start) {
    const exitCode = await exitCodeOf(each);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

function listOf({ command, programs, whole }: ProgramCommand): string {
  const lines = Object.entries(programs).map(
    ([name, program]) => `  ${usageOf(name, program)}\n      ${program.description}`,
  );
  const first = whole
    ? `${[command, whole.args].filter(Boolean).join(' -- ')}\n      ${whole.description}\n\n`
    : '';
  return `${first}${command} -- NAME [ARGUMENTS]\n\n${lines.join('\n')}`;
}

function usageOf(name: string, { args }: Program): string {
  return args === undefined ? name : `${name} ${args}`;
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** The arguments of Node that start a program. */
export function argumentsOf({ file, usesBuild }: Program): string[] {
  const sources = usesBuild ? [] : ['--conditions=@sitegrade/source'];
  return [...sources, '--import', 'tsx', file];
}

async function exitCodeOf([file, ...args]: Command): Promise<number> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const options: SpawnOptions = { cwd, stdio: 'inherit' };
  const child = spawn(file, args, options);
  // Ctrl-C reaches the child from the terminal, too: it decides when it has cleaned up.
  const wait = () => {};
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', wait).on('SIGTERM', end);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    process.off('SIGINT', wait).off('SIGTERM', end);
  }
}
