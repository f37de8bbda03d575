import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The owners with keys: five attack, one only needs a report. */
export type Owner = 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'victim';

/** The message of the server when it listens. */
export interface ServerStarted {
  readonly address: string;
  readonly keys: Readonly<Record<Owner, string>>;
}

/** Measurements of the server since the last request for them. */
export interface ServerFigures {
  /** Since it started. */
  readonly peakRssMb: number;
  readonly cpuSeconds: number;
  readonly longestBlockMs: number;
}

/** An attacked server in a separate process. */
export interface AttackedServer extends ServerStarted {
  /** Whether it has a renderer. */
  readonly renders: boolean;
  figures(): Promise<ServerFigures>;
  /** Rejects when the process ends before {@link AttackedServer.kill}. */
  readonly died: Promise<never>;
  kill(): void;
}

const heapMb = 512;

/**
 * Starts the server with a heap of 512 MB. It ends with this process at the latest.
 *
 * @param renders - Whether it has a renderer.
 */
export async function startServer(renders: boolean): Promise<AttackedServer> {
  const child = fork(
    fileURLToPath(new URL('server.ts', import.meta.url)),
    renders ? ['renders'] : [],
    {
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        '--conditions=@sitegrade/source',
        '--import=tsx',
      ],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    errors = (errors + part).slice(-5_000);
  });
  let killed = false;
  const died = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      process.off('exit', kill);
      if (killed) return;
      const reason = /^(?:.*FATAL ERROR|\w*Error: ).*$/m.exec(errors)?.[0] ?? '';
      reject(new Error(`the server died (${signal ?? code}) ${reason}`.trim()));
    });
  });
  died.catch(() => {});
  const message = async <Message>(): Promise<Message> =>
    (await Promise.race([once(child, 'message'), died]))[0] as Message;
  return {
    ...(await message<ServerStarted>()),
    renders,
    figures: () => {
      // If the process has ended, `died` is thrown.
      child.send('figures', () => {});
      return message<ServerFigures>();
    },
    died,
    kill: () => {
      killed = true;
      kill();
    },
  };
}
