import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of Linux, in milliseconds. */
const tickMs = 10;

/** Counts the CPU time of this process and of all its descendants. Linux only. */
export function watchCpu() {
  const self = process.cpuUsage();
  /** The largest time that was seen of each process: it ends before we look again. */
  const seen = new Map();
  const look = () => {
    const parents = new Map();
    const times = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        parents.set(Number(name), Number(fields[1]));
        times.set(Number(name), (Number(fields[11]) + Number(fields[12])) * tickMs);
      } catch {
        // It has ended.
      }
    }
    for (const [pid, ms] of times) {
      let parent = parents.get(pid);
      while (parent !== undefined && parent > 1 && parent !== process.pid) {
        parent = parents.get(parent);
      }
      if (parent === process.pid) seen.set(pid, ms);
    }
  };
  look();
  const before = new Map(seen);
  const timer = setInterval(look, 100);
  return {
    stop() {
      clearInterval(timer);
      look();
      const { user, system } = process.cpuUsage(self);
      let cpuMs = (user + system) / 1_000;
      for (const [pid, ms] of seen) cpuMs += ms - (before.get(pid) ?? 0);
      return { cpuMs };
    },
  };
}
