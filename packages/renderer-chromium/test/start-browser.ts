import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findChromium } from '../../../scripts/browser/find-chromium.ts';
import { sandbox } from './use-renderer.ts';

/** A browser that is not ours: it was started by hand, and listens on a port. */
export interface StartedBrowser {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The `ws://` that it prints. */
  readonly webSocket: string;
  /** The URLs of its pages, or of its shared workers, in all profiles. */
  targets(type: 'page' | 'shared_worker'): Promise<string[]>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  isRunning(): boolean;
  kill(): Promise<void>;
}

/**
 * Starts a browser that ends with the test.
 *
 * @param flags - More flags.
 */
export async function startBrowser(
  port = 0,
  flags: readonly string[] = [],
): Promise<StartedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'sitegrade-started-'));
  const child = spawn(
    findChromium(),
    [
      ...['--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`],
      ...['--no-first-run', '--disable-gpu', '--disable-dev-shm-usage', ...flags],
      ...(sandbox ? [] : ['--no-sandbox']),
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const { pid = 0 } = child;
  const exited = once(child, 'exit');
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  onTestFinished(kill);
  const webSocket = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, printed] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (printed !== undefined) resolve(printed);
    });
    child.on('exit', () => reject(new Error(output)));
  });
  const { port: given, host } = new URL(webSocket);
  return {
    port: Number(given),
    url: `http://${host}`,
    webSocket,
    async targets(wanted) {
      const response = await fetch(`http://${host}/json/list`);
      const targets = (await response.json()) as { type: string; url: string }[];
      return targets.filter(({ type }) => type === wanted).map(({ url }) => url);
    },
    signal: (name) => void process.kill(-pid, name),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill,
  };
}
