import { readFileSync } from 'node:fs';

/**
 * CPU time in milliseconds of the thread that runs JavaScript. Where the system does not state it, that of the process,
 * in which other threads decompress and collect garbage at the same time.
 */
export function threadCpuMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
