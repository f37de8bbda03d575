import { expect, it } from 'vitest';
import { findChromium, type Machine } from './find-chromium.ts';

/** A machine with these files, which has Chromium after `install`. */
function machine(files: readonly string[], more: Partial<Machine> = {}): Machine {
  const found = new Set(files);
  return {
    named: undefined,
    exists: (path) => found.has(path),
    canInstall: false,
    install: () => found.add('/usr/bin/chromium'),
    ...more,
  };
}

it('uses the named program, else that of Debian', () => {
  const files = ['/opt/chrome', '/usr/bin/chromium'];
  expect(findChromium(machine(files, { named: '/opt/chrome' }))).toBe('/opt/chrome');
  expect(findChromium(machine(files))).toBe('/usr/bin/chromium');
  expect(findChromium(machine(files, { named: '' }))).toBe('/usr/bin/chromium');
});

it('installs it where that is allowed', () => {
  expect(findChromium(machine([], { canInstall: true }))).toBe('/usr/bin/chromium');
});

it('says what to install', () => {
  expect(() => findChromium(machine([]))).toThrow('apt-get install chromium');
  expect(() => findChromium(machine([], { canInstall: true, install() {} }))).toThrow('CHROMIUM');
  expect(() => findChromium(machine([], { canInstall: true, named: '/opt/chrome' }))).toThrow(
    'CHROMIUM names /opt/chrome, which does not exist.',
  );
});
