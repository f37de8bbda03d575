import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BrowserProcess } from './process-tree.ts';
import { excessIn, usageWatch } from './usage-watch.ts';

const MiB = 1024 * 1024;
const process = (type: string | null, size: number, pid = 1): BrowserProcess => ({
  pid,
  type,
  bytes: size * MiB,
  cpuSeconds: 0,
});

it('ends the process of a page that is too large', () => {
  expect(excessIn([process(null, 200), process('renderer', 700)])).toBeNull();
  expect(excessIn([process('renderer', 100), process('renderer', 800, 2)])).toMatchObject({
    pid: 2,
  });
});

it('ends the largest page when all together are too large, else the browser', () => {
  const pages = [500, 600, 550].map((size, pid) => process('renderer', size, pid));
  expect(excessIn([process(null, 200), ...pages])).toMatchObject({ pid: 1 });
  expect(excessIn([process(null, 200), ...pages.slice(0, 1)])).toBeNull();
  expect(excessIn([process(null, 1_400), process('renderer', 10)])).toBe('browser');
  expect(excessIn([])).toBeNull();
});

/** A watch of processes whose memory a test sets. */
function watchOf(processes: () => readonly BrowserProcess[]) {
  const kills: string[] = [];
  const browser = {
    pid: 1,
    hasExited: () => kills.length > 0,
    kill: async () => void kills.push('browser'),
  };
  return { watch: usageWatch(browser, { sample: async () => processes() }), kills };
}

it('ends a process while pages are open, and notifies their renderings before', async () => {
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

describe('the priority of a page', () => {
  const browser = { pid: 1, hasExited: () => false, kill: async () => {} };
  /** Watches a page that uses more CPU time with each sample, and at last has a new process. */
  function watchPage(
    used: readonly [main: number, renderer: number],
    ...slows: readonly boolean[]
  ) {
    let samples = 0;
    const lowered = new Map<number, number>();
    const session: string[] = [];
    const sample = async () => {
      samples += 1;
      const [main, renderer] = used.map((seconds) => seconds * samples) as [number, number];
      return [
        // What it used before is not the page's.
        { ...process(null, 1, 1), cpuSeconds: 1_000 + main },
        ...[2, 3].map((pid) => ({ ...process('renderer', 1, pid), cpuSeconds: renderer })),
        ...(samples > 4 ? [process('renderer', 1, 4)] : []),
      ];
    };
    const watch = usageWatch(
      browser,
      { sample },
      {
        lowerPriority: async (pid) => void lowered.set(pid, samples),
        setSessionPriority: async (pid, isLow) => {
          session.push(`${pid} ${isLow ? 'low' : 'normal'} after ${samples}`);
          // The first change comes too early for Linux.
          return session.length > 1;
        },
      },
    );
    const close = watch.open(() => {}, ...slows);
    onTestFinished(close);
    return { watch, lowered, session, samples: () => samples, close };
  }

  it.each([
    ['a second in its own processes', [0, 0.3], { 2: 2, 3: 2, 4: 5 }, false],
    ['three seconds in the others', [1.1, 0], { 1: 4, 2: 4, 3: 4, 4: 5 }, true],
    ['less', [0.01, 0.01], {}, false],
  ] as const)('is lowered after %s, once for each process', async (_, used, expected, isSlowed) => {
    const { watch, lowered, samples } = watchPage(used);
    await expect.poll(samples).toBeGreaterThan(6);
    expect(Object.fromEntries(lowered)).toEqual(expected);
    expect(watch.isSlowed()).toBe(isSlowed);
  });

  it('is lowered for its browser among others, until the page is closed', async () => {
    const { session, samples, close } = watchPage([0, 0.3]);
    await expect.poll(samples).toBeGreaterThan(3);
    const low = ['1 low after 2', '1 low after 3'];
    expect(session).toEqual(low);
    close();
    await expect.poll(() => session).toEqual([...low, expect.stringContaining('1 normal after')]);
  });

  it('stays while it is measured', async () => {
    const { watch, lowered, session, samples } = watchPage([10, 10], false);
    await expect.poll(samples).toBeGreaterThan(4);
    expect([lowered.size, session.length]).toEqual([0, 0]);
    expect(watch.isSlowed()).toBe(false);
  });
});

it('says when a browser without pages should be replaced', async () => {
  let size = 399;
  const { watch } = watchOf(() => [process(null, size)]);
  expect(await watch.hasGrown()).toBe(false);
  size = 401;
  expect(await watch.hasGrown()).toBe(true);
});
