import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { analyzePage, createContext } from '@sitegrade/core';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumRenderer } from '../../packages/renderer-chromium/src/chromium-renderer.ts';
import { memoryStore } from '../../packages/store-memory/src/memory-store.ts';
import { watchProcesses } from '../run/watch-processes.js';
import { files, pages } from './speed-pages.js';

// Compares the metrics of sitegrade and Lighthouse on the same machine and with the same throttling, and what a whole
// report with metrics takes. Both start a browser for each report. In turn, so that a machine that becomes busier is no
// one's fault.
//
//   npm run speed -- [--runs 5] [--only text,image] [--noise 10]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    noise: { type: 'string' },
  },
});
const runs = Number(values.runs);
const names = values.only?.split(',') ?? pages.map(([name]) => name);

const other = await serve(() => undefined);
const site = await serve((path) => {
  const html = pages.find(([name]) => path === `/${name}`)?.[1];
  return html && ['text/html; charset=utf-8', html.replaceAll('OTHER', other.origin)];
});

/** Serves the files, and what a function returns for a path. */
async function serve(find) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [type, body] = find(pathname) ?? files.get(pathname) ?? [];
    response.setHeader('cache-control', 'no-store');
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function measureWithSitegrade(url, speedRuns = 1) {
  const renderer = chromiumRenderer({
    sandbox: process.getuid() !== 0,
    ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
  });
  try {
    const context = createContext({
      store: memoryStore(),
      network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
      renderer,
      render: 'always',
      speedRuns,
    });
    const { page } = await analyzePage(context, 'owner', { url });
    if (page.speed.status === 'failed') throw new Error(page.speed.message);
    return page.speed;
  } finally {
    await renderer.close();
  }
}

async function measureWithLighthouse(url) {
  const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      throttlingMethod: 'devtools',
      logLevel: 'silent',
    });
    return lhr;
  } finally {
    await chrome.kill();
  }
}

const metrics = ['fcp', 'lcp', 'cls', 'tbt'];
const oursOf = (speed) => ({
  fcp: speed.firstContentfulPaint?.value ?? Number.NaN,
  lcp: speed.largestContentfulPaint?.value ?? Number.NaN,
  cls: speed.cumulativeLayoutShift.value,
  tbt: speed.totalBlockingTime.value,
});
const theirsOf = ({ audits }) => ({
  fcp: audits['first-contentful-paint'].numericValue,
  lcp: audits['largest-contentful-paint'].numericValue,
  cls: audits['cumulative-layout-shift'].numericValue,
  tbt: audits['total-blocking-time'].numericValue,
});

const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
const shown = (name, value) => (name === 'cls' ? value.toFixed(3) : String(Math.round(value)));

/** How far both may be apart: 15 % of LCP and FCP, 0.02 of CLS, 50 ms of TBT. */
const isClose = (name, ours, theirs) => {
  if (name === 'cls') return Math.abs(ours - theirs) <= 0.02;
  if (name === 'tbt') return Math.abs(ours - theirs) <= 50;
  return Math.abs(ours - theirs) <= 0.15 * theirs;
};

async function timed(measure) {
  const cpu = watchProcesses();
  const start = performance.now();
  const result = await measure();
  return { result, wall: performance.now() - start, ...cpu.stop() };
}

const require = createRequire(import.meta.url);
console.log(
  `Node ${process.versions.node}, Lighthouse ${require('lighthouse/package.json').version} (devtools throttling), ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`,
);

if (values.noise !== undefined) {
  for (const name of names) {
    const speed = await measureWithSitegrade(`${site.origin}/${name}`, Number(values.noise));
    const metric = (title, { value, min, max }) => `${title} ${value} (${min} to ${max})`;
    console.log(
      `${name}: ${[
        metric('FCP', speed.firstContentfulPaint),
        metric('LCP', speed.largestContentfulPaint),
        metric('CLS', speed.cumulativeLayoutShift),
        metric('TBT', speed.totalBlockingTime),
      ].join(', ')}`,
    );
  }
} else {
  const totals = { ours: [], theirs: [], oursCpu: [], theirsCpu: [] };
  console.log('\n| page | metric | sitegrade | Lighthouse | |\n| --- | --- | --- | --- | --- |');
  let close = 0;
  let all = 0;
  for (const name of names) {
    const url = `${site.origin}/${name}`;
    const [ours, theirs] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      const mine = await timed(() => measureWithSitegrade(url));
      const yours = await timed(() => measureWithLighthouse(url));
      ours.push(oursOf(mine.result));
      theirs.push(theirsOf(yours.result));
      totals.ours.push(mine.wall);
      totals.theirs.push(yours.wall);
      totals.oursCpu.push(mine.cpuMs);
      totals.theirsCpu.push(yours.cpuMs);
    }
    for (const metric of metrics) {
      const [mine, yours] = [ours, theirs].map((list) => median(list.map((each) => each[metric])));
      const verdict = isClose(metric, mine, yours) ? 'close' : 'apart';
      all += 1;
      if (verdict === 'close') close += 1;
      const spread = (list) =>
        `${shown(metric, median(list))} (${shown(metric, Math.min(...list))}–${shown(metric, Math.max(...list))})`;
      console.log(
        `| ${name} | ${metric.toUpperCase()} | ${spread(ours.map((each) => each[metric]))} | ${spread(theirs.map((each) => each[metric]))} | ${verdict} |`,
      );
    }
  }
  const seconds = (list) => `${(median(list) / 1_000).toFixed(1)} s`;
  console.log(`\n${close} of ${all} medians are close.`);
  console.log(
    `A whole report, median: sitegrade ${seconds(totals.ours)}, Lighthouse ${seconds(totals.theirs)}, ratio ${(median(totals.ours) / median(totals.theirs)).toFixed(2)}; CPU time with the browser: ${seconds(totals.oursCpu)}, ${seconds(totals.theirsCpu)}, ratio ${(median(totals.oursCpu) / median(totals.theirsCpu)).toFixed(2)}.`,
  );
}
site.close();
other.close();
process.exit(0);
