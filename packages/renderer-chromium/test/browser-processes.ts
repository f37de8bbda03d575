import { readdirSync, readFileSync } from 'node:fs';
import { profilesFolder } from '../src/profile-folders.ts';

/** The profiles of browsers that a process has started. */
export function profilesOf(pid: number = process.pid): string[] {
  return readdirSync(profilesFolder()).filter((name) => name.split('-')[1] === pid.toString(36));
}

/** The main processes of browsers that a process has started. */
export function browsersOf(pid: number = process.pid): number[] {
  const isOwn = new RegExp(`--user-data-dir=${profilesFolder()}/\\w+-${pid.toString(36)}-`);
  return processes()
    .filter(({ command }) => isOwn.test(command) && !command.includes('--type='))
    .map(({ pid }) => pid);
}

/** The processes of these browsers that run. Those that have ended and wait for their parent do not count. */
export function processesOf(browsers: readonly number[]): number[] {
  return processes()
    .filter(({ group, state }) => browsers.includes(group) && state !== 'Z' && state !== 'X')
    .map(({ pid }) => pid);
}

/** The processes that have pages. */
export function renderersOf(browsers: readonly number[]): number[] {
  return processes()
    .filter(({ group, command }) => browsers.includes(group) && command.includes('--type=renderer'))
    .map(({ pid }) => pid);
}

function processes() {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .map((pid) => {
      const stat = read(`/proc/${pid}/stat`);
      const [state = 'X', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
      return { pid, state, group: Number(group), command };
    });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
