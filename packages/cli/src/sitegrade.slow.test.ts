import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { type Bakery, startBakery } from './fixtures/bakery.ts';
import { run } from './fixtures/run.ts';
import { closedPort } from './fixtures/serve.ts';
import { commandLine, runInTerminal, runProcess } from './fixtures/terminal-screen.ts';

let site: SampleSite;
let bakery: Bakery;
let trusted: Readonly<Record<string, string>>;
let urls: readonly string[];
beforeAll(async () => {
  site = await startSampleSite();
  bakery = await startBakery(site.certificateFile);
  trusted = { NODE_EXTRA_CA_CERTS: site.certificateFile };
  const closed = `http://127.0.0.1:${await closedPort()}/`;
  urls = [`${site.httpsUrl}/`, `${site.httpsUrl}/prices`, closed];
});
afterAll(() => {
  bakery.close();
  return site.close();
});

/** The screen without what differs between runs: ports, and whether the server was as fast as before. */
const normalized = (text: string) =>
  text.replace(/(127\.0\.0\.1):\d{5}\b/g, '$1:00000').replace(/\d\d(?= other checks differ)/, '00');

describe.each([80, 140])('a terminal of %i columns', (columns) => {
  it('shows a report', async () => {
    const { exitCode, text, bytes } = await runInTerminal(
      columns,
      [`${site.httpsUrl}/guestbook`],
      trusted,
    );
    expect(exitCode).toBe(0);
    expect(bytes).toContain('\u001b[K');
    expect(bytes).toContain('Analysing');
    await expect(normalized(text)).toMatchFileSnapshot(`fixtures/screens/report-${columns}.txt`);
  });

  it('shows several reports and a page that failed', async () => {
    const { exitCode, text } = await runInTerminal(columns, urls, trusted);
    expect(exitCode).toBe(3);
    await expect(normalized(text)).toMatchFileSnapshot(`fixtures/screens/pages-${columns}.txt`);
  });

  it('shows a comparison', async () => {
    const args = ['compare', `${site.httpsUrl}/guides/chain`, `${site.httpsUrl}/guestbook`];
    const { exitCode, text } = await runInTerminal(columns, args, trusted);
    expect(exitCode).toBe(0);
    await expect(normalized(text)).toMatchFileSnapshot(
      `fixtures/screens/comparison-${columns}.txt`,
    );
  });

  it('shows a crawl, after a bar that is one line', async () => {
    const args = ['crawl', `${bakery.url}/`];
    const { exitCode, text, bytes } = await runInTerminal(columns, args, trusted);
    expect(exitCode).toBe(0);
    await expect(normalized(text)).toMatchFileSnapshot(`fixtures/screens/crawl-${columns}.txt`);
    const frames = bytes.split('\r\u001b[K').slice(1, -1);
    expect(frames[0]?.replace(/, \d+ s$/, '')).toBe(`${'░'.repeat(20)} Starting at ${bakery.url}/`);
    expect(frames.at(-1)).toMatch(
      /^(█*░* )?(Crawling: \d+ of|Looking for more pages, or comparing:) \d+ known pages?, \d+ s/,
    );
    for (const frame of frames) {
      expect(frame).not.toMatch(/[\r\n]/);
      expect(frame.length).toBeLessThan(columns);
    }
  });
});

it('prints what the READMEs show', async () => {
  const { text } = await runInTerminal(80, [`${site.httpsUrl}/courses`], trusted);
  const shown = text.replaceAll(site.httpsUrl, 'https://shop.example').replace(/^\n/, '');
  const readme = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(readme('../README.md')).toContain(`\`\`\`text\n${shown}\`\`\`\n`);
  const [section = ''] = /^## Check a page$.+?^## /ms.exec(readme('../../../README.md')) ?? [];
  const [, beginning = ''] = /```text\n(.+?)```\n/s.exec(section) ?? [];
  expect(beginning).toContain('49 of 100');
  expect(shown.startsWith(beginning)).toBe(true);
});

it('prints of a crawl what its README shows', async () => {
  const { text } = await runInTerminal(80, ['crawl', `${bakery.url}/`], trusted);
  const shown = text.replaceAll(bakery.url, 'https://bakery.example').replace(/^\n/, '');
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [section = ''] = /^## Crawl a website$.+?^## /ms.exec(readme) ?? [];
  const [, beginning = ''] = /```text\n(.+?)```\n/s.exec(section) ?? [];
  expect(beginning).toContain('Bread from our oven');
  expect(shown.slice(0, beginning.length)).toBe(beginning);
});

it('has colours in a terminal, and none with NO_COLOR', async () => {
  const args = [`${site.url}/`];
  expect((await runInTerminal(80, args)).bytes).toContain('\u001b[1m');
  const plain = await runInTerminal(80, args, { NO_COLOR: '1' });
  expect(plain.bytes.replaceAll('\r\u001b[K', '')).not.toContain('\u001b');
});

it('survives a reader that closes the pipe early', async () => {
  const command = [...commandLine, ...urls.slice(0, 2), '--format', 'json'].join(' ');
  const line = `${command} | head -1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await runProcess(['bash', '-c', line], trusted);
  expect(stderr).toBe('');
  expect(stdout).toBe('{\n0\n');
});

it('explains that it cannot write to a full disk', async () => {
  const command = [...commandLine, `${site.url}/`].join(' ');
  const { exitCode, stderr } = await runProcess(['bash', '-c', `${command} > /dev/full`]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: 'The output could not be written: ENOSPC: no space left on device, write\n',
  });
});

it.each([
  ['0', [], 0],
  ['1', ['--min-score', '100'], 1],
  ['2', ['--nonsense'], 2],
])('exits with %s', async (_, args, exitCode) => {
  const ended = await runProcess([...commandLine, `${site.url}/`, ...args]);
  expect(ended.exitCode).toBe(exitCode);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('exits after %s with %i, and leaves no file', async (signal, exitCode) => {
  const held = createServer();
  held.listen(0, '127.0.0.1');
  await once(held, 'listening');
  const folder = temporaryFolder();
  onTestFinished(() => {
    held.closeAllConnections();
    held.close();
  });
  const { port } = held.address() as AddressInfo;
  const args = [`http://127.0.0.1:${port}/`, '-o', join(folder, 'report.json')];
  const ended = await runProcess([...commandLine, ...args], {}, (kill) => {
    held.once('request', () => kill(signal));
  });
  expect(ended).toEqual({ exitCode, stdout: '', stderr: '' });
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['Ctrl-C', ['SIGINT'], 130],
  ['Ctrl-C twice', ['SIGINT', 'SIGINT'], null],
  ['the end of its terminal', ['SIGHUP'], null],
] as const)(
  'removes the temporary file of a large crawl after %s',
  async (_, signals, exitCode) => {
    const folder = temporaryFolder();
    let files: readonly string[] = [];
    const held = createServer();
    held.listen(0, '127.0.0.1');
    await once(held, 'listening');
    onTestFinished(() => {
      held.closeAllConnections();
      held.close();
    });
    const { port } = held.address() as AddressInfo;
    const args = ['crawl', `http://127.0.0.1:${port}/`, '--max-pages', '10001', '-q'];
    const ended = await runProcess([...commandLine, ...args], { TMPDIR: folder }, (kill) => {
      held.once('request', async () => {
        files = await readdir(folder, { recursive: true });
        for (const signal of signals) kill(signal);
      });
    });
    expect(files).toContainEqual(expect.stringMatching(/^sitegrade-crawl-.+\.sqlite$/));
    if (signals.length < 2) expect(ended.exitCode).toBe(exitCode);
    expect((await readdir(folder)).filter((name) => name.startsWith('sitegrade-'))).toEqual([]);
  },
);

describe('every command', () => {
  const loadServer = () => import('@sitegrade/server');
  const commands = [
    [],
    ['crawl'],
    ['compare'],
    ['mcp'],
    ['serve'],
    ['work'],
    ['keys', 'issue'],
    ['keys', 'list'],
    ['keys', 'revoke'],
    ['prune'],
    ['backup'],
    ['reconcile'],
    ['migrate'],
  ];

  it.each(commands.map((command) => [command.join(' '), command]))(
    'sitegrade %s has help with two examples, and refuses an unknown option',
    async (_, command) => {
      const help = await run([...command, '--help'], { loadServer });
      expect({ exitCode: help.exitCode, stderr: help.stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(help.stdout.match(/^ +(?:\S+=\S+ )*sitegrade /gm)?.length).toBeGreaterThanOrEqual(2);
      const wrong = await run([...command, '--nonsense'], { loadServer });
      expect(wrong.exitCode).toBe(2);
      expect(wrong.stderr).toMatch(/^error: (?:unknown|required) option '--/);
    },
  );
});
