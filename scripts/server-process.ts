import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Options of {@link startServerProcess}. */
interface ServerCommand {
  /** Its name in errors. */
  readonly name: string;
  /** The folder it runs in. */
  readonly folder: string;
  /** The arguments of Node. */
  readonly args: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A server in a separate process. */
export interface ServerProcess {
  readonly pid: number | undefined;
  /** Resolves with its URL, without a trailing slash; rejects if it ends before it listens. */
  readonly listening: Promise<string>;
  /** Resolves with its exit code when it has ended; with `null` if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Resolves with the API key that it prints; rejects if it ends without one. */
  readonly firstKey: Promise<string>;
  /** Resolves with what `find` returns, once that is not `undefined`; rejects if it ends before. */
  printed(what: string, find: () => string | undefined): Promise<string>;
  /** The API key that it has printed so far, if any. */
  key(): string | undefined;
  /** Sends a signal. */
  kill(signal: NodeJS.Signals): void;
}

/** Starts a server that prints `listening at` and its address. */
export function startServerProcess(command: ServerCommand): ServerProcess {
  const { name, folder, args, environment } = command;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The child must not survive this process.
  const killIt = () => child.kill('SIGKILL');
  process.once('exit', killIt);

  let output = '';
  const exited = once(child, 'close').then(([code]) => {
    process.off('exit', killIt);
    return code as number | null;
  });
  const printed = (what: string, find: () => string | undefined) => {
    const found = new Promise<string>((resolve, reject) => {
      const look = () => {
        const text = find();
        if (text !== undefined) resolve(text);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      const fail = () =>
        reject(new Error(`The server of ${name} ended before ${what}:\n${output}`));
      exited.then(fail, reject);
    });
    // Without a handler, callers that only await `exited` would crash.
    found.catch(() => {});
    return found;
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const key = () => /\bsitegrade_\w{38}\b/.exec(output)?.[0];
  const address = () => /listening at (http:\/\/[\w.:[\]-]+)/.exec(output)?.[1];

  return {
    pid: child.pid,
    listening: printed('it listened', address),
    firstKey: printed('it printed a key', key),
    exited,
    printed,
    output: () => output,
    key,
    kill: (signal) => child.kill(signal),
  };
}
