import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { codeBlocks } from './code-blocks.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: string;
let demo: ChildProcess | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  demo?.kill('SIGKILL');
});

function start(...parameters: string[]) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'demo.ts'), ...parameters],
    {
      // A separate folder for temporary files shows which ones remain.
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  demo = child;
  const printed = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (part) => {
    printed.output += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part) => {
    printed.errors += part;
  });
  return { child, printed, closed: once(child, 'close').then(([code]) => code as number | null) };
}

/** Temporary files, without those of tsx. */
function leftBehind(): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('tsx-'));
}

it('shows good, decent, bad and refused pages, and ends', async () => {
  const { printed, closed } = start('--once');
  expect(await closed, printed.errors).toBe(0);
  const resultOf = (pattern: RegExp) =>
    printed.output
      .split('\n')
      .find((line) => pattern.test(line))
      ?.split(/\s+/)[2];
  expect(resultOf(/^https:\S+\/ /)).toBe('good');
  expect(resultOf(/^https:\S+\/guides\/chain /)).toBe('good');
  expect(resultOf(/^http:\S+\/guides\/puncture /)).toBe('good');
  expect(resultOf(/^http:\/\/127\S+\/ /)).toBe('decent');
  expect(resultOf(/^https:\S+\/prices /)).toBe('bad');
  expect(resultOf(/^http:\S+\/guestbook /)).toBe('bad');
  expect(resultOf(/^https:\S+\/courses /)).toBe('bad');
  expect(resultOf(/^https:\S+\/missing /)).toBe('bad');
  expect(resultOf(/^http:\/\/169\S+ /)).toBe('refused');
  expect(printed.output).not.toContain('\u001b');
  expect(printed.errors).toBe('');
  expect(leftBehind()).toEqual([]);
  // In a terminal of 80 columns only links are broken, which cannot be shorter.
  expect(printed.output.match(/^(?! {2}(?:Report|Website) ).{81,}$/gm)).toBeNull();
});

/** The parts of what the README shows of the demo, which leaves out lines at `…`. */
const partsInReadme = () =>
  codeBlocks(readFileSync('README.md', 'utf8'))
    .filter(({ code }) => code.startsWith('Sample site'))
    .flatMap(({ code }) => code.split(/^…\n/m));
const withoutPorts = (text: string) => text.replace(/(127\.0\.0\.1):\d+/g, '$1:00000');

it('prints what the README shows, and commands that work while it serves, and ends with Ctrl-C', async () => {
  const { child, printed, closed } = start();
  await expect.poll(() => printed.output, { timeout: 50_000 }).toContain('Ctrl-C ends both');

  const parts = partsInReadme().map(withoutPorts);
  expect(parts.length).toBeGreaterThan(1);
  let rest = withoutPorts(printed.output);
  for (const part of parts) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }

  const variables = [...printed.output.matchAll(/^([A-Z]+)=(\S+)$/gm)];
  expect(variables.map(([, name]) => name)).toEqual(['KEY', 'API']);
  const commands = printed.output
    .split('\n')
    .filter((line) => line.startsWith('curl '))
    .map((line) =>
      variables.reduce((text, [, name, value = '']) => text.replace(`$${name}`, value), line),
    );
  const requests = commands.map(
    (command) =>
      /"Authorization: Bearer (\S+)"(?: -X (\w+))?(?: -d (\S+))? "?(http[^"\s]+)"?$/.exec(
        command,
      ) ?? [],
  );
  expect(requests.map(([, , method]) => method)).toEqual([undefined, undefined, 'PATCH', 'DELETE']);
  const pages = [...printed.output.matchAll(/^ {2}(?:Report|Website|Console) +(\S+)$/gm)];
  const [report, website, home] = await Promise.all(pages.map(([, url = '']) => fetch(url)));
  expect([report?.status, website?.status]).toEqual([200, 200]);
  expect(await report?.text()).toContain('Fix this first');
  // Not signed in: the form for the key.
  expect(await home?.text()).toMatch(/<input[^>]+name="key"/);

  for (const [, key = '', method = 'GET', body, url = ''] of requests) {
    const { status } = await createApiClient(url, key).send(method, url, body);
    expect(status, `${method} ${url}`).toBe(200);
  }

  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await closed).toBe(0);
  expect(leftBehind()).toEqual([]);
  const [, , , , url = ''] = requests[0] ?? [];
  await expect(fetch(url)).rejects.toThrow();
});

it('names an unknown option', async () => {
  const { printed, closed } = start('--twice');
  expect(await closed).toBe(1);
  expect(printed.errors).toContain('--twice');
});
