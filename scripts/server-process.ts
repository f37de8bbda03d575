import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Options of {@link startServerProcess}. */
export interface ServerCommand {
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
  /** Resolves with its URL, without a trailing slash; rejects if it ends before it listens. */
  readonly listening: Promise<string>;
  /** Resolves with its exit code when it has ended; with `null` if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** The API key that it printed, if any. */
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
  const listening = new Promise<string>((resolve, reject) => {
    const take = (part: string) => {
      output += part;
      const address = /listening at (http:\/\/[\w.:[\]-]+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    exited.then(
      () => reject(new Error(`The server of ${name} ended before it listened:\n${output}`)),
      reject,
    );
  });
  // Without a handler, callers that only await `exited` would crash.
  listening.catch(() => {});

  return {
    listening,
    exited,
    output: () => output,
    key: () => /\bsitegrade_\w{38}\b/.exec(output)?.[0],
    kill: (signal) => child.kill(signal),
  };
}
