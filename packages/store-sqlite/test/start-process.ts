import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleScript } from '../../../scripts/bundle-script.ts';

/** A child process that runs a script of this folder. */
export interface RunningProcess {
  /** The complete lines that it has printed so far. */
  readonly lines: readonly string[];
  readonly errors: () => string;
  /** Waits until it has printed this many lines, or has ended. */
  printed(count: number): Promise<void>;
  /** Starts the work: scripts print `ready` and wait. */
  begin(): void;
  kill(): void;
  readonly ended: Promise<{ readonly code: number | null }>;
}

/** Starts a script of this folder, in TypeScript, with the sources of the other workspaces. */
export function startProcess(script: string, ...parameters: string[]): RunningProcess {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [bundleScript(resolve(import.meta.dirname, script)), ...parameters],
    { cwd: import.meta.dirname },
  );
  const lines: string[] = [];
  let errors = '';
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  // A killed process cannot start.
  child.stdin.on('error', () => {});
  let hasEnded = false;
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;
    wake();
    return { code };
  });
  return {
    lines,
    errors: () => errors,
    async printed(count) {
      while (lines.length < count && !hasEnded) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    begin: () => child.stdin.write('begin\n'),
    kill: () => child.kill('SIGKILL'),
    ended,
  };
}
