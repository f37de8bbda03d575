import { readdirSync, readFileSync } from 'node:fs';

/** What some work cost: times in milliseconds, memory in bytes. */
export interface Cost {
  readonly wallMs: number;
  /** CPU time of this process. */
  readonly ownCpuMs: number;
  /** CPU time of the processes that it started, such as a browser's. */
  readonly childrenCpuMs: number;
  /** The most memory that these processes had at a time, without files of programs, which all share. */
  readonly childrenBytes: number;
}

const sampleMs = 100;
/** The unit of times in `/proc`, which is the same on all machines of Linux. */
const tickMs = 10;

/** Does some work and measures it; on Linux also the processes that this one starts. */
export async function measureCost<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cost: Cost }> {
  const before = sampleChildren();
  // A process that ends between two samples loses at most the time between them.
  const cpu = new Map<number, number>();
  let childrenBytes = 0;
  const sample = () => {
    let bytes = 0;
    for (const [pid, child] of sampleChildren()) {
      cpu.set(pid, child.cpuMs - (before.get(pid)?.cpuMs ?? 0));
      bytes += child.bytes;
    }
    childrenBytes = Math.max(childrenBytes, bytes);
  };
  const timer = setInterval(sample, sampleMs);
  const [startedAt, own] = [performance.now(), process.cpuUsage()];
  try {
    const result = await work();
    const [wallMs, { user, system }] = [performance.now() - startedAt, process.cpuUsage(own)];
    sample();
    const childrenCpuMs = [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
    const cost = { wallMs, ownCpuMs: (user + system) / 1_000, childrenCpuMs, childrenBytes };
    return { result, cost };
  } finally {
    clearInterval(timer);
  }
}

/** All descendants of this process. */
function sampleChildren(): ReadonlyMap<number, { readonly cpuMs: number; readonly bytes: number }> {
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    // The second field, the name, can contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(Number(name), Number(fields[1]));
    times.set(Number(name), (Number(fields[11]) + Number(fields[12])) * tickMs);
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  const ours = [...parents.keys()].filter(isOurs);
  return new Map(
    ours.map((pid) => [pid, { cpuMs: times.get(pid) ?? 0, bytes: memoryOf(pid) }] as const),
  );
}

function memoryOf(pid: number): number {
  const kibibytes = [...read(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)];
  return kibibytes.reduce((sum, [, value]) => sum + Number(value) * 1_024, 0);
}

/** A file of a process, which can end at any time. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
