import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** A process to measure. */
export interface NodeRun {
  /** Arguments of Node: options, a file and its arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Default: the Node of this process. */
  readonly binary?: string;
}

/** What a process took, from its start to its end. */
interface NodeTime {
  readonly wallMs: number;
  /** In user and kernel mode, of all threads. It depends less on other processes than the time on the wall. */
  readonly cpuMs: number;
}

/** A module that imports others, as the arguments of Node. */
export function importing(...specifiers: readonly string[]): string[] {
  const all = specifiers.map((specifier) => `import(${JSON.stringify(specifier)})`).join(', ');
  return ['--input-type=module', '--eval', `await Promise.all([${all}]);`];
}

/**
 * Runs each process once to fill the caches, then all of them in turns, so that a busy moment of the machine
 * affects all alike.
 *
 * @returns the medians.
 * @throws Error with the output of a process that fails.
 */
export async function timeInTurns<Name extends string>(
  runs: Readonly<Record<Name, NodeRun>>,
  rounds: number,
): Promise<Readonly<Record<Name, NodeTime>>> {
  const names = Object.keys(runs) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    NodeTime[]
  >;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const time = await timeNode(runs[name]);
      if (round > 0) times[name].push(time);
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        wallMs: median(times[name].map(({ wallMs }) => wallMs)),
        cpuMs: median(times[name].map(({ cpuMs }) => cpuMs)),
      },
    ]),
  ) as Record<Name, NodeTime>;
}

const reportCpu = fileURLToPath(new URL('report-cpu.cjs', import.meta.url));

async function timeNode({ args, cwd, binary = process.execPath }: NodeRun): Promise<NodeTime> {
  const startedAt = performance.now();
  const child = spawn(binary, ['--require', reportCpu, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const read = (stream: unknown) => text(stream as Readable);
  const output = Promise.all([read(child.stdout), read(child.stderr), read(child.stdio[3])]);
  const [code] = (await once(child, 'exit')) as [number | null];
  const wallMs = performance.now() - startedAt;
  const [stdout, stderr, cpu] = await output;
  if (code !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return { wallMs, cpuMs: Number(cpu) / 1_000 };
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
