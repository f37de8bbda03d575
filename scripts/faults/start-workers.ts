import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A worker process. */
export interface WorkerProcess {
  /** Whether it was killed. */
  readonly isKilled: boolean;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** Kills it, as `kill -9` does. */
  kill(): void;
  /** Stops its execution, as a machine does that sleeps, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/** Worker processes, each of which is started again when it ends. */
interface Workers {
  /** The ids of jobs that they said to have done. */
  readonly done: readonly number[];
  /** What went wrong: workers that ended by themselves, and what they printed. */
  readonly faults: readonly string[];
  /** Kills one of them. */
  killOne(): void;
  /** Stops all of them with SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Starts worker processes.
 *
 * @param script - The bundled script of a worker.
 * @param settings - Its argument, as JSON; or that of each, by its number from 0.
 * @param onLine - Gets each line that is not the id of a job.
 */
export function startWorkers(
  count: number,
  script: string,
  settings: object | ((index: number) => object),
  onLine: (line: string, worker: WorkerProcess) => void = () => {},
): Workers {
  const running = new Map<ChildProcessByStdio<Writable, Readable, Readable>, WorkerProcess>();
  const killed = new WeakSet<object>();
  const done: number[] = [];
  const faults: string[] = [];
  let isStopping = false;

  const start = (index: number): void => {
    const given = typeof settings === 'function' ? settings(index) : settings;
    const child = spawn(process.execPath, [script, JSON.stringify(given)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const worker: WorkerProcess = {
      get isKilled() {
        return killed.has(child);
      },
      tell: (line) => child.stdin.write(`${line}\n`),
      kill() {
        killed.add(child);
        child.kill('SIGKILL');
      },
      freeze: () => child.kill('SIGSTOP'),
      thaw: () => child.kill('SIGCONT'),
    };
    running.set(child, worker);
    // The child must not survive this process.
    const killIt = () => child.kill('SIGKILL');
    process.once('exit', killIt);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2_000);
    });
    // Of one that was killed while something was written to it.
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^\d+$/.test(line)) done.push(Number(line));
      else onLine(line, worker);
    });
    child.once('close', (code, signal) => {
      process.off('exit', killIt);
      running.delete(child);
      // One that is still starting when all are stopped has no handler of SIGTERM yet.
      const isStopped = isStopping && (code === 0 || signal === 'SIGTERM');
      const isExpected = isStopped || (signal === 'SIGKILL' && killed.has(child));
      if (!isExpected) faults.push(`a worker ended with ${code ?? signal}: ${errors}`);
      if (!isStopping) start(index);
    });
  };
  for (let index = 0; index < count; index += 1) start(index);

  return {
    done,
    faults,
    killOne() {
      const workers = [...running.values()];
      workers[Math.floor(Math.random() * workers.length)]?.kill();
    },
    async stop() {
      isStopping = true;
      const ended = [...running.keys()].map((child) => once(child, 'close'));
      for (const child of running.keys()) {
        child.kill('SIGCONT');
        child.kill('SIGTERM');
      }
      await Promise.all(ended);
    },
  };
}
