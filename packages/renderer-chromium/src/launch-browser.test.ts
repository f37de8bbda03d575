import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { launchBrowser } from './launch-browser.ts';
import { profilesFolder } from './profile-folders.ts';
import { RenderFault } from './render-ending.ts';

/** A program that is not a browser, or an odd one. */
function program(script: string): string {
  const path = join(temporaryFolder(), 'chrome');
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

const shell = (script: string) => program(`#!/bin/sh\n${script}\n`);

/** A program that answers each command with this result. */
const answering = (result: object) =>
  program(`#!${process.execPath}
    const { createReadStream, createWriteStream } = require('node:fs');
    const output = createWriteStream('', { fd: 4 });
    createReadStream('', { fd: 3 }).on('data', (data) => {
      for (const text of String(data).split('\\0').slice(0, -1))
        output.write(JSON.stringify({ id: JSON.parse(text).id, result: ${JSON.stringify(result)} }) + '\\0');
    });`);

const launch = (executablePath: string, startMs = 60_000) =>
  launchBrowser({ executablePath, sandbox: true, startMs, signal: new AbortController().signal });

const ownProfiles = () =>
  readdirSync(profilesFolder()).filter((name) => name.split('-')[1] === process.pid.toString(36));

it.each([
  ['it ends at once', 'exit 3', 'ended at its start (code 3): no message.'],
  [
    'it ends with a message',
    'echo first >&2; echo bad option >&2; exit 1',
    'ended at its start (code 1): bad option.',
  ],
  ['it is killed', 'kill -9 $$', 'ended at its start (SIGKILL): no message.'],
  [
    'the user is root',
    'echo "[1:2:ERROR] Running as root without --no-sandbox is not supported. See https://crbug.com/638180." >&2; exit 1',
    'Chromium has no sandbox for the user root. Run this process as another user, or pass sandbox: false, which is a risk.',
  ],
  [
    'there are no namespaces',
    'echo "[1:2:FATAL:zygote_host_impl_linux.cc] No usable sandbox! Update your kernel" >&2; exit 1',
    'Chromium found no usable sandbox. Allow unprivileged user namespaces on this machine, or pass sandbox: false, which is a risk.',
  ],
  [
    'its sockets have too long paths',
    'echo "[1:2:FATAL:process_singleton_posix.cc] Socket path too long: /a/SingletonSocket." >&2; kill -6 $$',
    'too long for the sockets of Chromium. Set TMPDIR to a shorter one, such as /tmp.',
  ],
  [
    'it may open too few files',
    'echo "[1:2:ERROR:socket.cc] socketpair: Too many open files (24)" >&2; kill -6 $$',
    'Raise the limit of open files to at least 1024, such as with ulimit -n 1024.',
  ],
  [
    'a library is missing',
    'echo "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127',
    'needs the library libnss3.so, which is missing. Install the browser with its package manager.',
  ],
])('says why a browser does not start: %s', async (_, script, message) => {
  const started = launch(shell(script));
  await expect(started).rejects.toThrow(message);
  await expect(started).rejects.toMatchObject({ reason: 'renderer_unavailable' });
  expect(ownProfiles()).toEqual([]);
});

it('gives up on a program that never answers, and ends its children', async () => {
  const path = shell('sleep 1000 & sleep 1000');
  await expect(launch(path, 300)).rejects.toThrow(
    `${path} did not answer within 300 ms. Check that it is Chromium, Chrome or Edge, and starts with --headless.`,
  );
  expect(ownProfiles()).toEqual([]);
});

it('says that a file is not a program', async () => {
  await expect(launch(program('\u0000\u0001'))).rejects.toMatchObject({
    reason: 'renderer_unavailable',
  });
  expect(ownProfiles()).toEqual([]);
});

it('refuses an old version, and what is not a browser', async () => {
  const old = answering({ product: 'Chrome/99.0.4844.51' });
  await expect(launch(old)).rejects.toThrow(
    `${old} is Chrome/99.0.4844.51, and version 120 or newer is needed. Update it.`,
  );
  await expect(launch(answering({ product: '' }))).rejects.toThrow(
    'version 120 or newer is needed',
  );
  expect(ownProfiles()).toEqual([]);
});

it('starts a browser that is new enough, and ends it', async () => {
  const browser = await launch(answering({ product: 'Chrome/120.0.0.1' }));
  expect(ownProfiles()).toHaveLength(1);
  // It does not end by itself.
  await Promise.all([browser.close(), browser.close(), browser.kill()]);
  await browser.exited;
  expect(ownProfiles()).toEqual([]);
});

it('ends a start that is no longer needed', async () => {
  const controller = new AbortController();
  const executablePath = shell('sleep 1000');
  const { signal } = controller;
  const started = launchBrowser({ executablePath, sandbox: true, startMs: 60_000, signal });
  await expect.poll(ownProfiles).toHaveLength(1);
  const reason = new RenderFault('renderer_unavailable', 'The renderer was closed.');
  controller.abort(reason);
  await expect(started).rejects.toBe(reason);
  expect(ownProfiles()).toEqual([]);
  await expect(
    launchBrowser({ executablePath, sandbox: true, startMs: 60_000, signal }),
  ).rejects.toBe(reason);
});

it('says which folder for temporary files cannot be used', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const path = shell('exit 3');
  vi.stubEnv('TMPDIR', `${path}/tmp`);
  await expect(launch(path)).rejects.toMatchObject({
    reason: 'renderer_unavailable',
    message: `The folder for the profile of the browser, ${profilesFolder()}, could not be created (ENOTDIR). Set TMPDIR to a folder that this user may write.`,
  });
});
