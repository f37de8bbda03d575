import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dayMs = 86_400_000;

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
export async function createProfile(folder: string = profilesFolder()): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const uid = process.getuid?.();
  // Another user could have created it, to read or replace what the browser writes.
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid))
    throw new Error(`${folder} belongs to another user.`);
  await deleteAbandonedProfiles(folder);
  const [space, start] = await Promise.all([processSpace(), startOf(process.pid)]);
  // Short: Chromium does not start where the path of a socket in it has more than 107 bytes, and adds 45 by itself.
  const name = `${space}-${process.pid}-${start}-${randomBytes(3).toString('hex')}`;
  const profile = join(folder, name);
  await mkdir(profile, { mode: 0o700 });
  return profile;
}

/** Deletes a profile, whose browser has ended. */
export async function deleteProfile(profile: string): Promise<void> {
  // Processes of the browser may be writing their last files.
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Deletes the profiles of processes that have ended. */
async function deleteAbandonedProfiles(folder: string): Promise<void> {
  const ownSpace = await processSpace();
  for (const name of await readdir(folder)) {
    const [, space, pid, start] = /^(\w+)-(\d+)-(\w+)-\w+$/.exec(name) ?? [];
    if (start === undefined) continue;
    const profile = join(folder, name);
    try {
      const isAbandoned =
        space === ownSpace
          ? !isRunning(Number(pid)) || (await startOf(Number(pid))) !== start
          : (await lstat(profile)).mtimeMs < Date.now() - dayMs;
      if (isAbandoned) await deleteProfile(profile);
    } catch {
      // Another process deletes it, or its browser is still ending. The next start deletes the rest.
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
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, can contain spaces and brackets.
    return short(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return '0';
  }
}

/** The namespace of process ids on Linux: containers that share the folder do not see each other's processes. */
async function processSpace(): Promise<string> {
  const link = await readlink('/proc/self/ns/pid').catch(() => '');
  return short(/\d+/.exec(link)?.[0]);
}

/** A number with fewer digits. */
const short = (decimal = '0') => Number(decimal).toString(36);
