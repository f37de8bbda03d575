import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bundleScript } from '../../../scripts/bundle-script.ts';
import { commandScript } from '../../../scripts/start-command.ts';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';

// The shell of npm may pass signals on or not: with `true` after the command it cannot be replaced by it.
it.each([
  ['its own command', (script: string) => `node ${script} serve`],
  ['a command of several', (script: string) => `node ${script} serve && true`],
])('a server that npm has started as %s ends when npm is ended', async (_name, commandOf) => {
  const folder = temporaryFolder();
  const scripts = { start: commandOf(bundleScript(commandScript)) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  const pid = () => Number(/"pid":(\d+)/.exec(output)?.[1]);
  const isAlive = () => {
    try {
      return process.kill(pid(), 0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => {
    npm.kill('SIGKILL');
    if (isAlive()) process.kill(pid(), 'SIGKILL');
  });
  await vi.waitFor(() => expect(output).toContain('listening at'), 30_000);
  expect(isAlive()).toBe(true);
  npm.kill('SIGTERM');
  await vi.waitFor(() => expect(isAlive(), output).toBe(false), {
    timeout: 20_000,
    interval: 200,
  });
});
