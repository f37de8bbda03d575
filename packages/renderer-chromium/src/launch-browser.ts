import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type Browser, requireVersion } from './browser.ts';
import { browserFlags } from './browser-flags.ts';
import { pipeTransport } from './pipe-transport.ts';
import { createProfile, deleteProfile, profilesFolder } from './profile-folders.ts';
import { connectProtocol } from './protocol-connection.ts';
import { RenderFault } from './render-ending.ts';
import { trustAuthorities } from './trust-authorities.ts';
import { late, waitAtMost } from './wait-at-most.ts';

/** A browser that this process has started. */
export interface LaunchedBrowser extends Browser {
  /** The id of its main process, and of its process group. */
  readonly pid: number;
  hasExited(): boolean;
  /** Ends it and its processes, and deletes its profile. */
  close(): Promise<void>;
}

interface LaunchOptions {
  readonly executablePath: string;
  readonly sandbox: boolean;
  /** How long it may take to answer. */
  readonly startMs: number;
  /** Ends the start. */
  readonly signal: AbortSignal;
}

/** What is kept of what a browser writes while it starts. */
const maxErrorOutput = 8_192;

/** How long a browser may take to end by itself. */
const closeMs = 2_000;

/** How long the last messages of a process that has ended may take, and the end of processes that were killed. */
const endMs = 500;

/**
 * Starts a browser.
 *
 * @throws RenderFault `renderer_unavailable` that says why it did not start, and what to do.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { executablePath, startMs, signal } = options;
  const profile = await createProfile().catch((error: unknown) => {
    throw unavailable(whyNoProfile(error), error);
  });
  await trustAuthorities(profile);
  const child = start(options, profile);
  const errorOutput = collectErrorOutput(child);
  const browser = handleOf(child, profile);
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  try {
    const ready = await waitAtMost(startMs, Promise.race([greet(browser, executablePath), failed]));
    if (ready === late) {
      throw unavailable(
        `${executablePath} did not answer within ${startMs} ms. Check that it is Chromium, Chrome or Edge, and starts with --headless.`,
      );
    }
    return browser;
  } catch (error) {
    let fault = error;
    if (!(error instanceof RenderFault)) {
      // The pipes can close before its last message and its exit code are here.
      await waitAtMost(endMs, Promise.all([errorOutput.ended, browser.exited]));
      fault = unavailable(whyItEnded(executablePath, child, errorOutput.text()), error);
    }
    await browser.kill();
    throw fault;
  }
}

/** Asks the browser for its version, and for its pages. */
async function greet({ connection }: Browser, executablePath: string): Promise<void> {
  await requireVersion(connection, executablePath);
  await connection.send(null, 'Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
}

function start({ executablePath, sandbox }: LaunchOptions, profile: string): ChildProcess {
  return spawn(executablePath, browserFlags({ sandbox }, profile), {
    // Its processes form a group, which is killed as a whole.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: environment(profile),
    windowsHide: true,
  });
}

const unavailable = (message: string, cause?: unknown) =>
  new RenderFault('renderer_unavailable', message, { cause });

/** The remedy for too few open files. Chromium needs some hundred. */
const raiseFileLimit =
  'Raise the limit of open files to at least 1024, such as with ulimit -n 1024.';

function whyNoProfile(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EMFILE' || code === 'ENFILE') return `Too many files are open. ${raiseFileLimit}`;
  const reason = code ?? message;
  return `The folder for the profile of the browser, ${profilesFolder()}, could not be created (${reason}). Set TMPDIR to a folder that this user may write.`;
}

function whyItEnded(
  executablePath: string,
  { exitCode, signalCode, pid }: ChildProcess,
  output: string,
): string {
  if (pid === undefined) return `${executablePath} could not be started.`;
  if (/Running as root without --no-sandbox/.test(output))
    return 'Chromium has no sandbox for the user root. Run this process as another user, or pass sandbox: false, which is a risk.';
  if (
    /No usable sandbox|Failed to move to new namespace|sandbox_host_linux|credentials\.cc/.test(
      output,
    )
  )
    return 'Chromium found no usable sandbox. Allow unprivileged user namespaces on this machine, or pass sandbox: false, which is a risk.';
  if (/Socket path too long/.test(output))
    return 'The path of the folder for temporary files is too long for the sockets of Chromium. Set TMPDIR to a shorter one, such as /tmp.';
  if (/Too many open files|EMFILE/.test(output))
    return `Chromium may not open enough files. ${raiseFileLimit}`;
  const [, library] = /error while loading shared libraries: ([\w.+-]+)/.exec(output) ?? [];
  if (library !== undefined)
    return `${executablePath} needs the library ${library}, which is missing. Install the browser with its package manager.`;
  const end = signalCode === null ? `code ${exitCode}` : signalCode;
  const [line = 'no message'] = output.trim().split('\n').slice(-1);
  return `${executablePath} ended at its start (${end}): ${line.slice(0, 300) || 'no message'}.`;
}

function collectErrorOutput({ stderr }: ChildProcess) {
  let output = '';
  const ended = new Promise<void>((resolve) => {
    stderr?.on('error', () => {});
    stderr?.on('close', resolve);
    stderr?.on('data', (chunk: Buffer) => {
      if (output.length < maxErrorOutput) output += chunk.toString('utf8').slice(0, maxErrorOutput);
    });
  });
  return { ended, text: () => output };
}

/** The longest folder for the socket of the browser: Linux allows 107 bytes for the whole path. */
const maxSocketFolder = 107 - '/.org.chromium.Chromium.XXXXXX/SingletonSocket'.length;

/** The environment of the browser: little of this process's, whose secrets are none of its business. */
function environment(profile: string): NodeJS.ProcessEnv {
  const kept = [
    'PATH',
    'LANG',
    'LC_ALL',
    'TZ',
    'FONTCONFIG_PATH',
    'FONTCONFIG_FILE',
    'LD_LIBRARY_PATH',
  ];
  const others =
    process.platform === 'linux'
      ? []
      : [
          'HOME',
          'TMPDIR',
          'TEMP',
          'TMP',
          'SystemRoot',
          'SystemDrive',
          'ProgramFiles',
          'ProgramData',
          'LOCALAPPDATA',
          'APPDATA',
          'USERPROFILE',
        ];
  const values = [...kept, ...others].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(values),
    // What it writes elsewhere would stay there.
    ...(process.platform === 'linux' && {
      HOME: profile,
      TMPDIR: profile.length <= maxSocketFolder ? profile : '/tmp',
    }),
  };
}

function handleOf(child: ChildProcess, profile: string): LaunchedBrowser {
  const [, , , toBrowser, fromBrowser] = child.stdio;
  // A host that does not close the renderer can end nevertheless. Timers keep it alive while pages are loaded.
  child.unref();
  for (const pipe of child.stdio) (pipe as Socket | null)?.unref();
  const connection = connectProtocol(pipeTransport(toBrowser as Writable, fromBrowser as Readable));
  let hasExited = false;
  const exited = new Promise<void>((resolve) => {
    const onEnd = (): void => {
      hasExited = true;
      connection.end(new Error('The browser has ended.'));
      resolve();
    };
    child.once('exit', onEnd);
    child.once('error', onEnd);
  });
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    child.ref();
    killGroup(child);
    await exited;
    // Other processes of the group may have survived the main one.
    killGroup(child);
    await groupHasEnded(child);
    child.stderr?.destroy();
    // What cannot be deleted now is deleted at the next start.
    await deleteProfile(profile).catch(() => {});
  };
  return {
    connection,
    isShared: false,
    pid: child.pid ?? 0,
    exited,
    hasExited: () => hasExited,
    kill: () => {
      ending ??= end();
      return ending;
    },
    close: () => {
      // A browser that ends by itself waits for its processes, which else become zombies in some containers.
      const closed = connection.send(null, 'Browser.close', {}).then(
        () => exited,
        () => {},
      );
      ending ??= waitAtMost(closeMs, closed).then(end);
      return ending;
    },
  };
}

function killGroup({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else if (exitCode === null)
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on(
        'error',
        () => {},
      );
  } catch {
    // It has ended.
  }
}

async function groupHasEnded({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || process.platform === 'win32') return;
  const end = performance.now() + endMs;
  while (performance.now() < end) {
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
