import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What starts a server. */
export interface ServerCommand {
  /** What it is called in errors. */
  readonly name: string;
  /** The folder it runs in. */
  readonly folder: string;
  /** What Node is given. */
  readonly args: readonly string[];
  /** Environment variables beside those of this process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A server in a process of its own. */
export interface ServerProcess {
  /** Resolves with its address, without a slash at the end; rejects where it ends before it listens. */
  readonly listening: Promise<string>;
  /** Resolves once it has ended: with its exit code, `null` where a signal ended it. */
  readonly exited: Promise<number | null>;
  /** All that it has written so far, to stdout and to stderr. */
  output(): string;
  /** The API key that it printed, where it did. */
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
  // Whatever becomes of this process, that one must not stay behind.
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
  // A caller who only waits for the end is no reason to crash.
  listening.catch(() => {});

  return {
    listening,
    exited,
    output: () => output,
    key: () => /\bsitegrade_\w{38}\b/.exec(output)?.[0],
    kill: (signal) => child.kill(signal),
  };
}
