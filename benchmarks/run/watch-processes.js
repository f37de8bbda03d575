import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of Linux, in milliseconds. */
const tickMs = 10;

/** Counts the CPU time and the memory of a process, by default this one, and of all its descendants. Linux only. */
export function watchProcesses(root = process.pid) {
  /** The largest time and memory that were seen of each process: it ends before we look again. */
  const seen = new Map();
  const look = () => {
    const parents = new Map();
    const found = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        parents.set(Number(name), Number(fields[1]));
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        found.set(Number(name), {
          cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
          maxMb: Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1_000,
        });
      } catch {
        // It has ended.
      }
    }
    for (const [pid, used] of found) {
      let at = pid;
      while (at !== undefined && at > 1 && at !== root) at = parents.get(at);
      // One that has ended and is not reaped yet has its time, but no memory.
      const maxMb = Math.max(used.maxMb, seen.get(pid)?.maxMb ?? 0);
      if (at === root) seen.set(pid, { ...used, maxMb });
    }
  };
  look();
  const before = new Map(seen);
  const timer = setInterval(look, 100);
  return {
    /** The CPU time in all, and of the process that had most, and the memory of the largest one. */
    stop() {
      clearInterval(timer);
      look();
      const times = [...seen].map(([pid, { cpuMs }]) => cpuMs - (before.get(pid)?.cpuMs ?? 0));
      return {
        cpuMs: times.reduce((sum, ms) => sum + ms, 0),
        mostCpuMs: Math.max(...times),
        maxMb: Math.max(...[...seen.values()].map(({ maxMb }) => maxMb)),
      };
    },
  };
}
