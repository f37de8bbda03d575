import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { writeOutput } from './write-output.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const { signal } = new AbortController();

it('replaces a file', async () => {
  const file = join(folder, 'report.json');
  await writeFile(file, 'a longer text of before');
  await writeOutput(file, 'new', signal);
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['report.json']);
});

it('leaves the file as it was when it is stopped', async () => {
  const file = join(folder, 'report.json');
  await writeFile(file, 'before');
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(writeOutput(file, 'new', stopped)).rejects.toThrow('stopped');
  expect(await readFile(file, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['report.json']);
});

it('leaves nothing behind when it is stopped before the file takes its name', async () => {
  const { signal } = new AbortController();
  const stop = () => {
    throw new Error('stopped');
  };
  const late = Object.assign(signal, { throwIfAborted: stop });
  await expect(writeOutput(join(folder, 'report.json'), 'new', late)).rejects.toThrow('stopped');
  expect(await readdir(folder)).toEqual([]);
});

it('leaves nothing behind where it cannot write', async () => {
  const taken = join(folder, 'taken');
  await mkdir(taken);
  await expect(writeOutput(taken, 'new', signal)).rejects.toThrow(
    `${taken} could not be written: `,
  );
  expect(await readdir(folder)).toEqual(['taken']);
});

it('names the file in the error, not the one beside it', async () => {
  const file = join(folder, 'missing/report.json');
  await expect(writeOutput(file, 'new', signal)).rejects.toThrow(
    `${file} could not be written: ENOENT: no such file or directory, open '${file}'`,
  );
});

it('keeps a link to a file', async () => {
  const [file, link] = [join(folder, 'report.json'), join(folder, 'latest.json')];
  await writeFile(file, 'before');
  await symlink('report.json', link);
  await writeOutput(link, 'new', signal);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(file, 'utf8')).toBe('new');
});

it('writes the missing file that links lead to', async () => {
  const [link, next] = [join(folder, 'latest.json'), join(folder, 'next.json')];
  await mkdir(join(folder, 'reports'));
  await symlink('next.json', link);
  await symlink(join('reports', 'today.json'), next);
  await writeOutput(link, 'new', signal);
  for (const path of [link, next]) expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(folder, 'reports/today.json'), 'utf8')).toBe('new');
});

it('names a loop of links', async () => {
  const link = join(folder, 'loop');
  await symlink('loop', link);
  await expect(writeOutput(link, 'new', signal)).rejects.toThrow(
    `${link} could not be written: ELOOP`,
  );
});

/** The permissions of a file. */
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

const onPosix = it.runIf(process.platform !== 'win32');

onPosix.each(['600', '640', '666', '400', '755'])('keeps the mode %s of a file', async (mode) => {
  const [file, link] = [join(folder, 'report.json'), join(folder, 'latest.json')];
  await writeFile(file, 'before');
  await symlink('report.json', link);
  await chmod(file, Number.parseInt(mode, 8));
  for (const path of [file, link]) {
    await writeOutput(path, 'new', signal);
    expect(await modeOf(file)).toBe(mode);
  }
});

onPosix('gives a new file the mode of any new file', async () => {
  const [file, other] = [join(folder, 'report.json'), join(folder, 'other')];
  await writeFile(other, '');
  await writeOutput(file, 'new', signal);
  expect(await modeOf(file)).toBe(await modeOf(other));
});

onPosix('lets no one else read a private file while it is written', async () => {
  const file = join(folder, 'report.json');
  await writeFile(file, 'before');
  await chmod(file, 0o600);
  const { signal } = new AbortController();
  const seen = new Set<string>();
  // Node reads the signal while it writes.
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      for (const name of readdirSync(folder)) {
        const { mode } = statSync(join(folder, name));
        seen.add(`${name === 'report.json' ? 'old' : 'new'} ${(mode & 0o777).toString(8)}`);
      }
      return false;
    },
  });
  await writeOutput(file, 'new', signal);
  expect([...seen]).toEqual(expect.arrayContaining(['old 600', 'new 600']));
  expect(seen.size).toBe(2);
});

const asRoot = it.runIf(process.getuid?.() === 0);

asRoot('keeps the owner and the group of a file', async () => {
  const file = join(folder, 'report.json');
  await writeFile(file, 'before');
  await chmod(file, 0o640);
  await chown(file, 12_345, 23_456);
  await writeOutput(file, 'new', signal);
  expect(await stat(file)).toMatchObject({ uid: 12_345, gid: 23_456 });
  expect(await modeOf(file)).toBe('640');
});

asRoot.each([
  ['660', '600'],
  ['664', '644'],
  ['644', '644'],
])('gives another group no more than others of a file of mode %s', async (mode, kept) => {
  const file = join(folder, 'report.json');
  await writeFile(file, 'before');
  await chmod(file, Number.parseInt(mode, 8));
  await chown(file, 12_345, 23_456);
  await chmod(folder, 0o777);
  process.seteuid?.(34_567);
  try {
    await writeOutput(file, 'new', signal);
  } finally {
    process.seteuid?.(0);
  }
  expect(await readFile(file, 'utf8')).toBe('new');
  expect(await stat(file)).toMatchObject({ uid: 34_567 });
  expect(await modeOf(file)).toBe(kept);
});

it.runIf(process.platform === 'linux')('writes to a pipe, and does not replace it', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const handle = await open(pipe, 'r+');
  // As /dev/stdout of a command before a `|`: a link whose pipe has no path.
  const link = join(folder, 'stdout');
  await symlink(`/proc/self/fd/${handle.fd}`, link);
  await rm(pipe);
  await writeOutput(link, 'new', signal);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readdir(folder)).toEqual(['stdout']);
  const { buffer, bytesRead } = await handle.read();
  expect(buffer.toString('utf8', 0, bytesRead)).toBe('new');
  await handle.close();
});
