import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Queue } from '@sitegrade/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { createProcesses } from './processes.ts';

type Options = Partial<Parameters<typeof createProcesses>[0]>;

/** Processes that run this code, in which `send` sends a message to this one. */
function processesOf(code: string, options: Options = {}) {
  const script = join(temporaryFolder(), 'script.mjs');
  writeFileSync(script, `const send = (message) => process.send(message); ${code}`);
  const lines: { readonly process: number; readonly ended: string; readonly delayMs: number }[] =
    [];
  const processes = createProcesses({
    count: 2,
    argumentsOf: (number) => [String(number)],
    warn: (details) => lines.push(details as (typeof lines)[number]),
    script,
    firstDelayMs: 1,
    ...options,
  });
  onTestFinished(() => processes.stop());
  return { processes, lines };
}

const running = "process.on('message', () => {}); send('started');";

it('wakes the workers of all processes, whichever has announced something', async () => {
  const { processes } = processesOf(`
    process.on('message', (tickets) => {
      if (tickets === 1) send(20);
      if (tickets === 20) send(300);
    });
    send('started');
  `);
  const heard: number[] = [];
  const own: Queue = {
    announce: async (tickets) => void heard.push(tickets),
    wait: async () => {},
  };
  const queue = processes.relay(own);
  await processes.start();
  await queue.announce(1);
  // Each of the two answers what this process, and then the other one, has announced.
  await vi.waitFor(
    () => expect(heard).toEqual(expect.arrayContaining([1, 20, 20, 300, 300])),
    60_000,
  );
  // What is due later is in the store.
  await queue.announce(1, 5_000);
  await processes.stop();
  expect(heard.toSorted((a, b) => a - b)).toEqual([1, 1, 20, 20, 300, 300]);
});

it('starts one again that has ended, later each time that it ends at once', async () => {
  const { processes, lines } = processesOf(
    `if (process.argv[2] === '2') process.send('started', () => process.exit(3)); else { ${running} }`,
  );
  await processes.start();
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(3), 60_000);
  await processes.stop();
  const [first, ...others] = lines;
  expect(first).toEqual({ process: 2, ended: 'exit code 3', delayMs: 1 });
  expect(others.slice(0, 3).map(({ delayMs }) => delayMs)).toEqual([2, 4, 8]);
});

it('does not start one later that has run for a minute', async () => {
  let minutes = 0;
  const { processes, lines } = processesOf(`process.send('started', () => process.exit());`, {
    count: 1,
    monotonicMs: () => 60_000 * minutes++,
  });
  await processes.start();
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(3), 60_000);
  expect(new Set(lines.map(({ delayMs }) => delayMs))).toEqual(new Set([1]));
});

it('starts no others and none again where the first ends before it works', async () => {
  const folder = temporaryFolder();
  const file = JSON.stringify(join(folder, 'starts'));
  const { processes, lines } = processesOf(
    `const { appendFileSync } = await import('node:fs'); appendFileSync(${file}, 'x'); process.exit(2);`,
    { count: 3 },
  );
  await expect(processes.start()).rejects.toThrow(
    'PROCESSES (--processes) is 3, and process 1 ended at its start, with exit code 2.',
  );
  await processes.stop();
  expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('x');
  expect(lines).toEqual([]);
});

it('says why one cannot be started', async () => {
  const { processes } = processesOf(running, { argumentsOf: () => ['x'.repeat(2 ** 18)] });
  await expect(processes.start()).rejects.toThrow('ended at its start, with spawn E2BIG.');
});

it('waits until all have stopped', async () => {
  const folder = temporaryFolder();
  const { processes, lines } = processesOf(`
    const { writeFileSync } = await import('node:fs');
    process.once('disconnect', () => setImmediate(() => {
      writeFileSync(${JSON.stringify(folder)} + '/' + process.argv[2], '');
    }));
    send('started');
  `);
  await processes.start();
  await processes.stop();
  expect(readdirSync(folder)).toEqual(['1', '2']);
  expect(lines).toEqual([]);
});

it('leaves none behind that does not notice its end', async () => {
  const folder = temporaryFolder();
  const script = join(folder, 'deaf.mjs');
  writeFileSync(
    script,
    `setTimeout(() => console.log('survived'), 20_000); process.send('started');`,
  );
  const main = join(folder, 'main.mts');
  writeFileSync(
    main,
    `import { createProcesses } from ${JSON.stringify(new URL('processes.ts', import.meta.url).href)};
    const processes = createProcesses({ count: 2, argumentsOf: () => [], warn: () => {}, script: ${JSON.stringify(script)} });
    await processes.start();
    process.exit(7);`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', main]);
  const ended = once(child, 'exit');
  // The output is closed when all have ended.
  expect([await text(child.stdout), await text(child.stderr)]).toEqual(['', '']);
  expect(await ended).toEqual([7, null]);
});
