import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Worker processes, each of which is started again when it ends. */
interface Workers {
  /** The ids of jobs that they said to have done. */
  readonly done: readonly number[];
  /** What went wrong: workers that ended by themselves, and what they printed. */
  readonly faults: readonly string[];
  /** Kills one of them, as `kill -9` does. */
  killOne(): void;
  /** Stops all of them with SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Starts worker processes.
 *
 * @param script - The bundled script of a worker.
 * @param settings - Its argument, as JSON.
 */
export function startWorkers(count: number, script: string, settings: object): Workers {
  const running = new Set<ChildProcessByStdio<null, Readable, Readable>>();
  const killed = new WeakSet<object>();
  const done: number[] = [];
  const faults: string[] = [];
  let isStopping = false;

  const start = (): void => {
    const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    // The child must not survive this process.
    const killIt = () => child.kill('SIGKILL');
    process.once('exit', killIt);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2_000);
    });
    createInterface({ input: child.stdout }).on('line', (line) => done.push(Number(line)));
    child.once('close', (code, signal) => {
      process.off('exit', killIt);
      running.delete(child);
      // One that is still starting when all are stopped has no handler of SIGTERM yet.
      const isStopped = isStopping && (code === 0 || signal === 'SIGTERM');
      const isExpected = isStopped || (signal === 'SIGKILL' && killed.has(child));
      if (!isExpected) faults.push(`a worker ended with ${code ?? signal}: ${errors}`);
      if (!isStopping) start();
    });
  };
  for (let index = 0; index < count; index += 1) start();

  return {
    done,
    faults,
    killOne() {
      const children = [...running];
      const child = children[Math.floor(Math.random() * children.length)];
      if (!child) return;
      killed.add(child);
      child.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      const ended = [...running].map((child) => once(child, 'close'));
      for (const child of running) child.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}
