import { readdir, readFile } from 'node:fs/promises';

/** A process of a browser. */
export interface BrowserProcess {
  readonly pid: number;
  /** What it is for, such as `renderer`; `null` for the main process. */
  readonly type: string | null;
  /** The memory that is its own, in bytes: not the files of the program, which all share. */
  readonly bytes: number;
}

/** Finds the processes of a browser, and their memory. */
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
    const stat = await read(`/proc/${pid}/stat`);
    // The second field, the name, can contain spaces and brackets.
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
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
        [...types].map(async ([pid, type]) => ({ pid, type, bytes: await memoryOf(pid) })),
      );
    },
  };
}

async function memoryOf(pid: number): Promise<number> {
  const status = await read(`/proc/${pid}/status`);
  const kibibytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)];
  return kibibytes.reduce((sum, [, value]) => sum + Number(value) * 1024, 0);
}

/** A process that was forked shows the command of its parent at first. */
const isFinal = (type: string | null | undefined) =>
  type !== undefined && type !== 'zygote' && type !== 'other';

/** A file of a process, which can end at any time. */
const read = (path: string) => readFile(path, 'utf8').catch(() => '');
