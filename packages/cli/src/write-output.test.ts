import { execFileSync } from 'node:child_process';
import {
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeOutput } from './write-output.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrade-'));
});
afterEach(() => rm(folder, { recursive: true }));

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
