import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of this user that profiles of browsers are in. */
export function profilesFolder(): string {
  return join(tmpdir(), `sitegrade-chromium-${process.getuid?.() ?? 'user'}`);
}

/**
 * Creates a folder for the profile of a browser. Its name has the id of this process, so that another one can delete
 * it when this process was killed.
 *
 * @throws Error if the folder that profiles are in belongs to another user.
 */
export function createProfile(folder: string = profilesFolder()): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  // Another user could have created it, to read or replace what the browser writes.
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid))
    throw new Error(`${folder} belongs to another user.`);
  deleteAbandonedProfiles(folder);
  const profile = join(folder, `${process.pid}-${startOf(process.pid)}-${randomName()}`);
  mkdirSync(profile, { mode: 0o700 });
  return profile;
}

/** Deletes a profile, whose browser has ended. */
export async function deleteProfile(profile: string): Promise<void> {
  // Processes of the browser may be writing their last files.
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Deletes the profiles of processes that have ended. */
function deleteAbandonedProfiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid, start] = /^(\d+)-(\d+)-\w+$/.exec(name) ?? [];
    if (pid === undefined || start === undefined) continue;
    if (isRunning(Number(pid)) && startOf(Number(pid)) === start) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Its browser may still be ending. The next start deletes the rest.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, as Linux counts it: after a restart of a container, another process has the same id. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, can contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}

const randomName = () => randomBytes(4).toString('hex');
