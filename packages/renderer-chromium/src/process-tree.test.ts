import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { lowerPriority, processTree, setSessionPriority } from './process-tree.ts';

const isLinux = process.platform === 'linux';

it('finds processes, their memory and CPU time, and lowers their priority', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'const all = Buffer.alloc(1e8, 1); console.log(1); setInterval(() => all, 1e6)', '--', '--type=renderer'], { stdio: ['ignore', 'inherit', 'inherit'] });
    setInterval(() => {}, 1e6);`;
  const main = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void process.kill(-Number(main.pid), 'SIGKILL'));
  await once(main.stdout, 'data');
  const tree = processTree(Number(main.pid));
  const processes = await tree.sample();
  if (!isLinux) {
    expect(processes).toMatchObject([{ type: null, bytes: 0 }]);
    return;
  }
  expect(processes.map(({ type }) => type)).toEqual([null, 'renderer']);
  expect(processes[1]?.bytes).toBeGreaterThan(1e8);
  expect(processes[0]?.bytes).toBeGreaterThan(1e6);
  expect(processes[0]?.bytes).toBeLessThan(1e8);

  expect(processes[1]?.cpuSeconds).toBeGreaterThan(0);

  const { pid = 0 } = processes[1] ?? {};
  await lowerPriority(pid);
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  expect(threads.length).toBeGreaterThan(1);
  expect(new Set(threads.map(getPriority))).toEqual(new Set([19]));
  expect(getPriority(Number(main.pid))).toBe(0);

  // Some systems have no groups.
  const group = `/proc/${main.pid}/autogroup`;
  if (existsSync(group)) {
    await expect.poll(() => setSessionPriority(Number(main.pid), true)).toBe(true);
    expect(readFileSync(group, 'utf8')).toContain('nice 19');
    await expect.poll(() => setSessionPriority(Number(main.pid), false)).toBe(true);
    expect(readFileSync(group, 'utf8')).toContain('nice 0');
  }
  expect(await setSessionPriority(2 ** 30, true)).toBe(true);

  process.kill(pid, 'SIGKILL');
  await expect
    .poll(async () => (await tree.sample()).map(({ type }) => type))
    .not.toContain('renderer');
});
