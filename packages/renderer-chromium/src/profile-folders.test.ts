import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { createProfile, deleteProfile } from './profile-folders.ts';

/** The path of profiles in a folder for one test. */
const newFolder = () => join(temporaryFolder(), 'profiles');

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

it('creates folders that only this user can read', async () => {
  const folder = newFolder();
  const first = await createProfile(folder);
  const second = await createProfile(folder);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(first).not.toBe(second);
  for (const path of [folder, first]) expect(statSync(path).mode & 0o777).toBe(0o700);
  await deleteProfile(first);
  await deleteProfile(first);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('creates folders whose paths are short enough for the sockets of Chromium', async () => {
  const folder = newFolder();
  const { length } = (await createProfile(folder)).slice(folder.length);
  // In the default folder of a user with five digits. Process ids have up to seven, and starts up to six.
  const own = '/tmp/sitegrade-chromium-12345'.length + length;
  const most = own + 7 - String(process.pid).length + 1;
  expect(most + '/org.chromium.Chromium.123456/SingletonSocket'.length).toBeLessThanOrEqual(107);
});

it('deletes those of processes that have ended, and no others', async () => {
  const folder = newFolder();
  const own = await createProfile(folder);
  const [space = '', pid = '', start = ''] = own.slice(folder.length + 1).split('-');
  expect(Number.parseInt(pid, 36)).toBe(process.pid);
  const ended = (await endedProcess()).toString(36);
  const names = {
    ended: `${space}-${ended}-0-aaaa`,
    // The container was started again, and this process has the same id.
    before: `${space}-${pid}-${(Number.parseInt(start, 36) - 1).toString(36)}-aaaa`,
    elsewhere: `1-${ended}-0-aaaa`,
    oldElsewhere: `1-${ended}-0-bbbb`,
    unknown: 'something',
  };
  for (const name of Object.values(names))
    mkdirSync(join(folder, name, 'Default'), { recursive: true });
  utimesSync(join(folder, names.oldElsewhere), 0, 0);
  const other = await createProfile(folder);
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual([own, other, join(folder, names.elsewhere), join(folder, names.unknown)].sort());
});

it('refuses a folder that is a link', async () => {
  const folder = newFolder();
  symlinkSync(tmpdir(), folder);
  await expect(createProfile(folder)).rejects.toThrow('belongs to another user');
});
