import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import {
  browsersOf,
  processesOf,
  profilesOf,
} from '../../packages/renderer-chromium/test/browser-processes.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { bundleScript } from '../bundle-script.ts';
import { type Extent, killsOf, pagesAtOnce } from './extent.ts';
import { faultsOf, type Outcome } from './outcome.ts';

// Renders pages while browsers and the process that renders are killed: afterwards, no process of a browser and no
// profile may be left, and every page that was not killed with its browser must be rendered. Exits with 1 else.
//
//   npm run tool -- render-leaks            500 pages, 20 browsers and 5 processes killed
//   npm run tool -- render-leaks --quick    50 pages, 3 browsers and 1 process killed

const extent: Extent = process.argv.includes('--quick')
  ? { pages: 50, browserKills: 3, processKills: 1 }
  : { pages: 500, browserKills: 20, processKills: 5 };

/** How long processes of browsers may need to end when their parent was killed. */
const endMs = 5_000;

const startedAt = performance.now();
try {
  process.exitCode = await run();
} catch (error) {
  console.error(`FAILED: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  if (process.platform !== 'linux') throw new Error('Processes are counted on Linux only.');
  const chromium = findChromium();
  const { stdout } = spawnSync(chromium, ['--version'], { encoding: 'utf8' });
  const site = createServer((request, response) => {
    const [, page = ''] = /(\d+)$/.exec(request.url ?? '') ?? [];
    response.setHeader('content-type', 'text/html').end(pageOf(page));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const proxy = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const outcome = await renderAll(chromium, proxy);
  site.closeAllConnections();
  site.close();

  const rendered = [...outcome.results.values()].filter((result) => result === 'rendered').length;
  const { browsers, processes } = outcome.killed;
  console.log(stdout.trim());
  console.log(
    `${extent.pages} pages, ${pagesAtOnce} at a time: ${rendered} rendered, ${outcome.results.size - rendered} ended with ${browsers} browsers that were killed.`,
  );
  console.log(
    `${processes} processes killed: ${outcome.afterKills} processes of browsers survived them.`,
  );
  console.log(`Left: ${outcome.processes.length} processes, ${outcome.profiles.length} profiles.`);
  const faults = faultsOf(outcome, extent);
  for (const fault of faults) console.log(`FAILED: ${fault}`);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`\n${seconds} s, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** A page that scripts build, with a frame of another site, which has its own process. */
function pageOf(page: string): string {
  return `<!doctype html><html lang="en"><title>${page}</title><p style="color:#aaa">${'rye '.repeat(50)}</p>
<script>document.body.append(Object.assign(document.createElement('h1'), { textContent: 'built ${page}' }))</script>
${Number(page) % 5 === 0 ? '<iframe src="http://other.test/1"></iframe>' : ''}`;
}

/** Renders all pages in one process after the other: the next one begins where one was killed. */
async function renderAll(chromium: string, proxy: string): Promise<Outcome> {
  const script = bundleScript(join(import.meta.dirname, 'render-pages.process.ts'));
  const kills = killsOf(extent);
  const results = new Map<number, string>();
  const killed = { browsers: 0, processes: 0 };
  const browsers = new Set<number>();
  const renderers: number[] = [];
  let started = 0;
  let afterKills = 0;

  for (;;) {
    const left = Array.from({ length: extent.pages }, (_, index) => index + 1).filter(
      (page) => !results.has(page),
    );
    if (left.length === 0) break;
    const before = { results: results.size, ...killed };
    const child = spawn(process.execPath, [script, chromium, proxy, JSON.stringify(left)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(child.pid);
    renderers.push(pid);
    const closed = once(child, 'close');
    const killing: Promise<void>[] = [];
    for await (const line of linesOf(child)) {
      for (const browser of browsersOf(pid)) browsers.add(browser);
      const [event, page, result = ''] = line.split(/ (\d+) ?/);
      if (event === 'end') results.set(Number(page), result);
      if (event !== 'start') continue;
      started += 1;
      const kill = kills.get(started);
      if (kill !== undefined) killing.push(killLater(kill, child, started));
    }
    await closed;
    await Promise.all(killing);
    // A process that ended by itself, without a result more, would be started again and again.
    if (child.signalCode !== 'SIGKILL' && child.exitCode !== 0) break;
    if (child.signalCode === 'SIGKILL') afterKills += (await runningLater([...browsers])).length;
    else if (results.size === before.results) break;
  }
  return {
    results,
    killed,
    afterKills,
    // Also those that had just been started when their process was killed.
    processes: await runningLater([...browsers, ...renderers.flatMap(browsersOf)]),
    profiles: renderers.flatMap(profilesOf),
  };

  /** Kills at another moment of a page each time. */
  async function killLater(kill: 'browser' | 'process', child: ChildProcess, turn: number) {
    await wait((turn * 137) % 700);
    const pid = Number(child.pid);
    if (kill === 'process') {
      for (const browser of browsersOf(pid)) browsers.add(browser);
      if (child.kill('SIGKILL')) killed.processes += 1;
      return;
    }
    // One may just be starting, after the kill before.
    for (
      let tries = 0;
      tries < 50 && child.exitCode === null && child.signalCode === null;
      tries += 1
    ) {
      const [browser] = browsersOf(pid).filter((each) => processesOf([each]).includes(each));
      if (browser !== undefined) {
        browsers.add(browser);
        process.kill(browser, 'SIGKILL');
        killed.browsers += 1;
        return;
      }
      await wait(100);
    }
  }
}

/** What still runs of these browsers when there was time to end. */
async function runningLater(browsers: readonly number[]): Promise<readonly number[]> {
  const end = performance.now() + endMs;
  while (processesOf(browsers).length > 0 && performance.now() < end) await wait(50);
  return processesOf(browsers);
}

function linesOf({ stdout }: ChildProcess): AsyncIterable<string> {
  if (stdout === null) throw new Error('The output of the process is not read.');
  return createInterface({ input: stdout });
}
