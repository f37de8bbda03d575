import { readdir, readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** A process of a browser. */
export interface BrowserProcess {
  readonly pid: number;
  /** What it is for, such as `renderer`; `null` for the main process. */
  readonly type: string | null;
  /** The memory that is its own, in bytes: not the files of the program, which all share. */
  readonly bytes: number;
  /** The CPU time that it has used so far. */
  readonly cpuSeconds: number;
}

/** Finds the processes of a browser, and what they use. */
export interface ProcessTree {
  sample(): Promise<readonly BrowserProcess[]>;
}

/**
 * The process tree of a browser, as Linux shows it in `/proc`. Elsewhere, it has no processes.
 *
 * @param root - The id of the main process.
 */
export function processTree(root: number): ProcessTree {
  const types = new Map<number, string | null>([[root, null]]);
  // Processes of others are looked at once: there can be thousands.
  let others = new Set<number>();

  /** `undefined` for a process of others. */
  const type = async (pid: number): Promise<string | undefined> => {
    const [, parent, group] = await statOf(pid);
    if (!types.has(Number(parent)) && Number(group) !== root) return undefined;
    const [, found] = /--type=([\w-]+)/.exec(await read(`/proc/${pid}/cmdline`)) ?? [];
    return found ?? 'other';
  };
  return {
    async sample() {
      const names = await readdir('/proc').catch(() => []);
      const running = new Set(names.map(Number).filter((pid) => pid > 0));
      for (const pid of [...types.keys()]) if (!running.has(pid)) types.delete(pid);
      others = new Set([...others].filter((pid) => running.has(pid)));
      // A child has a higher number than its parent, except after the numbers start again.
      for (const pid of [...running].sort((a, b) => a - b)) {
        if (others.has(pid) || isFinal(types.get(pid))) continue;
        const found = await type(pid);
        if (found === undefined) others.add(pid);
        else types.set(pid, found);
      }
      return Promise.all(
        [...types].map(async ([pid, type]) => {
          const [bytes, cpuSeconds] = await Promise.all([memoryOf(pid), cpuOf(pid)]);
          return { pid, type, bytes, cpuSeconds };
        }),
      );
    },
  };
}

async function memoryOf(pid: number): Promise<number> {
  const status = await read(`/proc/${pid}/status`);
  const kibibytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)];
  return kibibytes.reduce((sum, [, value]) => sum + Number(value) * 1024, 0);
}

/** How many of its ticks Linux counts in a second (`USER_HZ`, which is 100 on all machines that Node runs on). */
const ticksPerSecond = 100;

async function cpuOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  const [user = 0, system = 0] = stat.slice(11, 13).map(Number);
  return (user + system) / ticksPerSecond;
}

/** The fields of a process after its name: the third one of proc_pid_stat(5) and the following. */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await read(`/proc/${pid}/stat`);
  // The second field, the name, can contain spaces and brackets.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * Lets the threads of a process, and what they start, run only when others leave the CPU to them. It cannot be
 * taken back without rights of the user root.
 */
export async function lowerPriority(pid: number): Promise<void> {
  // Linux has a priority for each thread.
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended.
    }
  }
}

/**
 * Sets the priority of a whole browser among the sessions of this machine: where Linux groups processes by their
 * sessions (sched(7), "The autogroup feature"), the priorities of threads count within a session only.
 *
 * @param root - The id of the main process, which began the session.
 * @returns Whether it must not be tried again: Linux allows one change in 100 ms.
 */
export async function setSessionPriority(root: number, isLow: boolean): Promise<boolean> {
  const priority = isLow ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_NORMAL;
  try {
    await writeFile(`/proc/${root}/autogroup`, String(priority), { flag: 'r+' });
    return true;
  } catch (error) {
    // Without the feature there is no such file.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN';
  }
}

/** A process that was forked shows the command of its parent at first. */
const isFinal = (type: string | null | undefined) =>
  type !== undefined && type !== 'zygote' && type !== 'other';

/** A file of a process, which can end at any time. */
const read = (path: string) => readFile(path, 'utf8').catch(() => '');
