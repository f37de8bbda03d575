import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { excessIn, memoryWatch } from './memory-watch.ts';
import type { BrowserProcess } from './process-tree.ts';

const MiB = 1024 * 1024;
const process = (type: string | null, size: number, pid = 1): BrowserProcess => ({
  pid,
  type,
  bytes: size * MiB,
});

it('ends the process of a page that is too large', () => {
  expect(excessIn([process(null, 200), process('renderer', 700)], 2)).toBeNull();
  expect(excessIn([process('renderer', 100), process('renderer', 800, 2)], 2)).toMatchObject({
    pid: 2,
  });
});

it('ends the largest page when all together are too large, else the browser', () => {
  const pages = [500, 600, 550].map((size, pid) => process('renderer', size, pid));
  expect(excessIn([process(null, 200), ...pages], 1)).toMatchObject({ pid: 1 });
  expect(excessIn([process(null, 200), ...pages], 20)).toBeNull();
  expect(excessIn([process(null, 1_400), process('renderer', 10)], 1)).toBe('browser');
  expect(excessIn([], 1)).toBeNull();
});

/** A watch of processes whose memory a test sets. */
function watchOf(processes: () => readonly BrowserProcess[]) {
  const kills: string[] = [];
  const browser = {
    pid: 1,
    hasExited: () => kills.length > 0,
    kill: async () => void kills.push('browser'),
  };
  return { watch: memoryWatch(browser, 1, { sample: async () => processes() }), kills };
}

it('ends a process while pages are open, and tells their renderings before', async () => {
  const child = spawn(globalThis.process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const { watch, kills } = watchOf(() => [process('renderer', 800, child.pid)]);
  const reported: string[] = [];
  const close = watch.open((ended) => {
    reported.push(`${ended}, killed: ${child.killed}`);
    close();
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(reported).toEqual(['process, killed: false']);
  expect(kills).toEqual([]);
});

it('ends the browser when no page is to blame', async () => {
  const { watch, kills } = watchOf(() => [process(null, 2_000)]);
  const reported: string[] = [];
  const close = watch.open((ended) => reported.push(ended));
  await expect.poll(() => kills).toEqual(['browser']);
  close();
  expect(reported).toEqual(['browser']);
});

it('says when a browser without pages should be replaced', async () => {
  let size = 399;
  const { watch } = watchOf(() => [process(null, size)]);
  expect(await watch.hasGrown()).toBe(false);
  size = 401;
  expect(await watch.hasGrown()).toBe(true);
});
