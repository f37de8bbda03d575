import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findBrowser, type Machine } from './find-browser.ts';

/** A machine with these programs, and others that cannot be executed. */
function machine(programs: readonly string[], more: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    look: (path) => (programs.includes(path) ? 'executable' : 'missing'),
    ...more,
  };
}

it('takes the option, the environment variable, PATH and known places, in this order', () => {
  const programs = ['/opt/a', '/opt/b', '/usr/bin/google-chrome', '/opt/google/chrome/chrome'];
  const env = { CHROME_PATH: '/opt/b', PATH: '/usr/bin' };
  expect(findBrowser('/opt/a', machine(programs, { env }))).toBe('/opt/a');
  expect(findBrowser(undefined, machine(programs, { env }))).toBe('/opt/b');
  expect(findBrowser(undefined, machine(programs, { env: { ...env, CHROME_PATH: '' } }))).toBe(
    '/usr/bin/google-chrome',
  );
  expect(findBrowser(undefined, machine(programs, { env: {} }))).toBe('/opt/google/chrome/chrome');
});

it('never takes a program in the current folder', () => {
  const programs = ['chromium', './chromium', '/chromium'];
  expect(() => findBrowser(undefined, machine(programs, { env: { PATH: ':.:bin' } }))).toThrow();
});

it('knows the places of macOS and Windows', () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(findBrowser(undefined, machine([chrome], { platform: 'darwin' }))).toBe(chrome);
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
  const env = { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' };
  expect(findBrowser(undefined, machine([edge], { platform: 'win32', env }))).toBe(edge);
});

it.each([
  [
    undefined,
    {},
    'No browser was found. Install Chromium, Chrome or Edge (on Debian: apt-get install chromium), or pass its path as executablePath.',
  ],
  [
    '/opt/a',
    {},
    '/opt/a, the path in executablePath, is not a file. Pass the path of an installed Chromium, Chrome or Edge.',
  ],
  [
    undefined,
    { env: { CHROME_PATH: '/opt/b' } },
    '/opt/b, the path in the environment variable CHROME_PATH, is not a file.',
  ],
  [
    '/opt/a',
    { look: () => 'not-executable' as const },
    '/opt/a, the path in executablePath, cannot be executed by this user.',
  ],
])('says what to do: %s %o', (path, more, message) => {
  expect(() => findBrowser(path, machine([], more))).toThrow(message);
  expect(() => findBrowser(path, machine([], more))).toThrow(
    expect.objectContaining({ reason: 'renderer_unavailable' }),
  );
});

it('takes what cannot be looked into as missing', () => {
  const file = fileURLToPath(import.meta.url);
  // A file has no entries: it fails with ENOTDIR, as a folder that this user may not read does with EACCES.
  expect(() => findBrowser(`${file}/chromium`)).toThrow(/is not a file/);
});
