import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Renderer, RenderResult } from '@sitegrade/core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { findChromium } from '../../../scripts/browser/find-chromium.ts';
import { bundleScript } from '../../../scripts/bundle-script.ts';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { browserPool } from '../src/browser-pool.ts';
import { profilesFolder } from '../src/profile-folders.ts';
import { browsersOf, processesOf, profilesOf, renderersOf } from './browser-processes.ts';
import { startSites } from './start-sites.ts';
import { installedRenderer, pageOf, reasonOf, sandbox, useRenderer } from './use-renderer.ts';

const sites = startSites();
const { serveSlowly } = sites;
const render = useRenderer(sites);
const site = 'http://site.test/';

/** A renderer of the test's own. */
function renderer(options: { readonly pages?: number } = {}): Renderer {
  const own = installedRenderer(options);
  onTestFinished(() => own.close());
  return own;
}

/** A page that never ends. */
const endless = '<script>while (true);</script>';

beforeEach(() => {
  sites.serve(site, '<p>here</p>');
});

it('starts a browser for each page that is loaded at once, and leaves nothing after the last', async () => {
  const own = renderer();
  expect(browsersOf()).toEqual([]);
  pageOf(await render({}, own));
  expect(browsersOf()).toHaveLength(1);
  for (const page of await Promise.all([render({}, own), render({}, own), render({}, own)]))
    pageOf(page);
  const browsers = browsersOf();
  expect(browsers).toHaveLength(2);
  expect(profilesOf()).toHaveLength(2);
  expect(processesOf(browsers).length).toBeGreaterThan(1);
  await Promise.all([own.close(), own.close()]);
  await own.close();
  expect(profilesOf()).toEqual([]);
  expect(processesOf(browsers)).toEqual([]);
  expect(reasonOf(await render({}, own))).toBe('renderer_unavailable');
  expect(browsersOf()).toEqual([]);
});

it('keeps its files together, and the secrets of this process from the browser', async () => {
  process.env.SITEGRADE_TEST_SECRET = 'secret';
  onTestFinished(() => {
    delete process.env.SITEGRADE_TEST_SECRET;
  });
  pageOf(await render({}, renderer()));
  const [profile = ''] = profilesOf();
  expect(readlinkSync(join(profilesFolder(), profile, 'SingletonSocket'))).toContain(profile);
  const environment = readFileSync(`/proc/${browsersOf()[0]}/environ`, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('SITEGRADE_TEST_SECRET');
});

it('starts a browser although the path for temporary files is long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'long-'.repeat(20)));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true });
  });
  const own = installedRenderer();
  pageOf(await render({}, own));
  expect(profilesOf()).toHaveLength(1);
  await own.close();
  expect(profilesOf()).toEqual([]);
});

it('ends the processes of each page', async () => {
  const own = renderer();
  await render({}, own);
  const browsers = browsersOf();
  const idle = processesOf(browsers).length;
  sites.serve(site, '<iframe src="http://other.test/"></iframe><p>here</p>');
  sites.serve('http://other.test/', '<p>frame</p>');
  for (let page = 0; page < 10; page += 1) pageOf(await render({}, own));
  await expect.poll(() => processesOf(browsers).length).toBeLessThanOrEqual(idle);
  expect(browsersOf()).toEqual(browsers);
});

it('lends a browser to one page at a time, and replaces it after a number of pages', async () => {
  const settings = { executablePath: findChromium(), sandbox };
  const pool = browserPool(settings, 2);
  onTestFinished(() => pool.close());
  const first = await pool.take();
  const other = await pool.take();
  expect(other.browser).not.toBe(first.browser);
  first.giveBack();
  const second = await pool.take();
  expect(second.browser).toBe(first.browser);
  second.giveBack();
  await first.browser.exited;
  await expect.poll(() => profilesOf()).toHaveLength(1);
  expect(browsersOf()).toEqual([other.browser.pid]);
});

it('reports a page that crashes', async () => {
  const own = renderer();
  const slow = serveSlowly('http://site.test/slow');
  sites.serve(site, '<p>here</p><script src="/slow"></script>');
  const pending = render({}, own);
  await slow.requested;
  for (const pid of renderersOf(browsersOf())) process.kill(pid, 'SIGSEGV');
  expect(reasonOf(await pending)).toBe('render_crashed');
});

it('starts another browser when one was killed', async () => {
  const own = renderer();
  const slow = serveSlowly('http://slow.test/');
  const script = serveSlowly('http://site.test/slow.js');
  sites.serve('http://site.test/waits', '<script src="/slow.js"></script>');
  const pending = [
    render({ url: 'http://slow.test/' }, own),
    render({ url: 'http://site.test/waits' }, own),
  ];
  await Promise.all([slow.requested, script.requested]);
  const first = browsersOf();
  for (const pid of first) process.kill(pid, 'SIGKILL');
  for (const result of await Promise.all(pending)) expect(reasonOf(result)).toBe('render_crashed');
  pageOf(await render({}, own));
  expect(browsersOf()).toHaveLength(1);
  expect(browsersOf()).not.toEqual(first);
  await expect.poll(() => processesOf(first)).toEqual([]);
  await expect.poll(() => profilesOf()).toHaveLength(1);
  // Also when no page is open.
  const second = browsersOf();
  for (const pid of second) process.kill(pid, 'SIGKILL');
  await expect.poll(() => profilesOf()).toEqual([]);
  expect(processesOf(second)).toEqual([]);
});

it('starts another browser when one does not answer', async () => {
  const own = renderer();
  pageOf(await render({}, own));
  const first = browsersOf();
  for (const pid of first) process.kill(pid, 'SIGSTOP');
  expect(reasonOf(await render({ limits: { totalMs: 1_000 } }, own))).toBe('render_timed_out');
  pageOf(await render({}, own));
  expect(processesOf(first)).toEqual([]);
});

it('leaves no process when this one is killed, and deletes its profile at the next start', async () => {
  // Browsers of other tests, which run at the same time, delete the profiles of processes that have ended.
  vi.stubEnv('TMPDIR', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  sites.serve(site, endless);
  const script = bundleScript(resolve(import.meta.dirname, 'render-until-killed.process.ts'));
  const child = spawn(process.execPath, [script, sites.proxy()], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = Number(child.pid);
  await expect.poll(() => sites.requests.length).toBeGreaterThan(0);
  const browsers = browsersOf(pid);
  expect(browsers).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => processesOf(browsers)).toEqual([]);
  expect(profilesOf(pid)).toHaveLength(1);
  sites.serve(site, '<p>here</p>');
  pageOf(await render({}, renderer()));
  expect(profilesOf(pid)).toEqual([]);
});

it('lets a process end that forgets to close it', async () => {
  const script = bundleScript(resolve(import.meta.dirname, 'render-and-forget.process.ts'));
  const child = spawn(process.execPath, [script, sites.proxy()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, 'rendered']);
  await expect.poll(() => browsersOf(Number(child.pid))).toEqual([]);
});

it('loads a number of pages at once, and others after them', async () => {
  const own = renderer({ pages: 2 });
  const urls = ['http://a.test/', 'http://b.test/', 'http://c.test/'];
  const [a, b, c] = urls.map(serveSlowly);
  const results = urls.map((url) => render({ url }, own));
  await Promise.all([a?.requested, b?.requested]);
  expect(sites.requests.map(({ url }) => url).sort()).toEqual(urls.slice(0, 2));
  const late = await render({ url: 'http://d.test/', limits: { totalMs: 300 } }, own);
  expect(reasonOf(late)).toBe('render_timed_out');
  b?.respond();
  await c?.requested;
  a?.respond();
  c?.respond();
  for (const result of await Promise.all(results)) expect(pageOf(result).html).toContain('slow');
  expect(sites.requests.map(({ url }) => url)).not.toContain('http://d.test/');
});

it('ends a page with its signal, also while it waits for the others', async () => {
  const own = renderer({ pages: 1 });
  const slow = serveSlowly(site);
  const controller = new AbortController();
  const reason = new Error('No longer needed');
  const signal = controller.signal;
  const results = Promise.allSettled([render({ signal }, own), render({ signal }, own)]);
  await slow.requested;
  controller.abort(reason);
  expect(await results).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  await expect(render({ signal }, own)).rejects.toBe(reason);
  sites.serve(site, '<p>here</p>');
  pageOf(await render({}, own));
});

it('lets no page disturb another', async () => {
  const own = renderer({ pages: 4 });
  const slow = serveSlowly('http://slow.test/');
  const results: Promise<RenderResult>[] = [render({ url: 'http://slow.test/' }, own)];
  await slow.requested;
  const bad = {
    'http://endless.test/': [endless, 'render_timed_out'],
    'http://memory.test/': [
      `<script>fetch('/never'); const all = []; setInterval(() => { for (let i = 0; i < 10; i++) all.push(new Uint8Array(1e7).fill(1)) }, 1)</script>`,
      'render_too_large',
    ],
  } as const;
  sites.serve('http://memory.test/never', () => {});
  const outcomes = Object.entries(bad).map(async ([url, [html, reason]]) => {
    sites.serve(url, html);
    const totalMs = reason === 'render_timed_out' ? 30_000 : 60_000;
    expect(reasonOf(await render({ url, limits: { totalMs } }, own))).toBe(reason);
  });
  await Promise.all(outcomes);
  slow.respond();
  for (const result of await Promise.all(results)) expect(pageOf(result).html).toContain('slow');
});

it('ends pages when it is closed', async () => {
  const own = renderer({ pages: 1 });
  const slow = serveSlowly(site);
  const results = [render({}, own), render({}, own)];
  await slow.requested;
  const browsers = browsersOf();
  await own.close();
  expect(processesOf(browsers)).toEqual([]);
  for (const result of await Promise.all(results))
    expect(reasonOf(result)).toBe('renderer_unavailable');
});

it('says when there is no browser', async () => {
  const own = installedRenderer({ executablePath: '/nowhere/chrome' });
  const result = await render({}, own);
  expect(result).toMatchObject({ kind: 'failed', reason: 'renderer_unavailable' });
  expect(result).toHaveProperty('cause.message', expect.stringContaining('/nowhere/chrome'));
  await own.close();
});

it('says that the user root needs an option', async () => {
  if (process.getuid?.() !== 0) return;
  const own = installedRenderer({ sandbox: true });
  const result = await render({}, own);
  expect(result).toHaveProperty('cause.message', expect.stringContaining('pass sandbox: false'));
  await own.close();
});
