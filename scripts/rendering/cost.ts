import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Audit } from '../../packages/audit/src/audit.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { readPage } from '../../packages/audit/src/page/read-page.ts';
import { scriptSignsOf } from '../../packages/audit/src/readings/app-shell.ts';
import { needsRendering } from '../../packages/audit/src/readings/needs-rendering.ts';
import { folderSite, pageNamesIn } from '../crawls/folder-site.ts';
import { startOrigin } from '../crawls/origin.ts';
import { auditLocally } from './audit-locally.ts';
import { type Cost, measureCost } from './measure-cost.ts';
import { openRenderer } from './open-renderer.ts';

// Serves real pages, which cannot be part of the repository, from loopback, and prints which of them `auto` renders and
// why, whether the reports of a sample change if they are rendered, and what reports cost: without a browser, with
// `auto`, and with `always`. Files of other sites are not loaded, so scripts within the pages run, and others do not.
//
//   npm run tool -- render-cost a-folder-of-html-files [--sample every-nth-page, default 4]
//
// Fails if a page whose text depends on scripts is one that `auto` does not render.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '4' } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Name a folder of .html files: npm run tool -- render-cost a-folder');
  process.exit(1);
}
const names = pageNamesIn(folder);
const pathOf = (index: number) =>
  index === 0 ? '/' : `/page/${names[index]?.replace(/\.html?$/, '')}`;

/** Checks of the page as built, which are none of what only a browser knows, nor of time. */
const compared = checks.filter(({ id, reads }) => reads !== 'browser' && id !== 'ttfb');

const site = await startOrigin((origin) => folderSite(origin, folder, names));
const renderer = openRenderer(1);
const { nameServer } = site;
const audit = (index: number, render: 'off' | 'auto' | 'always') =>
  measureCost(() => auditLocally(site.origin + pathOf(index), { nameServer, renderer, render }));

try {
  // What is loaded once belongs to no page.
  await audit(0, 'off');
  await audit(0, 'always');
  const costs = { off: [] as Cost[], auto: [] as Cost[], always: [] as Cost[] };
  const wanted: number[] = [];
  let changed = 0;
  let failed = 0;
  for (const [index, name] of names.entries()) {
    const page = await readPage(readFileSync(join(folder, name)), 'text/html; charset=utf-8');
    const isWanted = needsRendering(page);
    if (isWanted) wanted.push(index);
    const { content, words } = scriptSignsOf(page);
    if (isWanted) {
      const why = content ?? 'has scripts, few words and elements, and no main heading';
      console.log(
        `auto renders ${name}: content ${why}, ${words} words, ${page.elements} elements`,
      );
    }
    const off = await audit(index, 'off');
    costs.off.push(off.cost);
    const auto = await audit(index, 'auto');
    costs.auto.push(auto.cost);
    const isAuto = auto.result.page.rendering !== undefined;
    // A page that its server does not show is not rendered.
    if (isAuto !== isWanted)
      console.log(`${name}: auto ${isAuto ? 'renders' : 'does not render'} it`);
    if (index % Number(values.sample) !== 0 && !isWanted) continue;
    const always = await audit(index, 'always');
    costs.always.push(always.cost);
    const { rendering } = always.result.page;
    if (rendering?.status !== 'rendered') {
      failed++;
      continue;
    }
    const differing = differencesOf(off.result, always.result);
    if (differing.length > 0) changed++;
    const parts = rendering.differences.map(
      ({ part, source, rendered }) => `${part} ${short(source)} → ${short(rendered)}`,
    );
    console.log(
      `${isAuto ? 'auto' : 'only always'} ${name}: score ${off.result.score} → ${always.result.score}, ${rendering.requests} requests; ${differing.join(', ') || 'no other status'}; ${parts.join(', ') || 'no part differs'}`,
    );
    if (!isAuto && always.result.checks['js-dependent']?.status === 'warn') {
      console.error(`${name} depends on scripts, and auto does not render it.`);
      process.exitCode = 1;
    }
  }
  console.log(`auto renders ${wanted.length} of ${names.length} pages`);
  console.log(
    `rendered: ${costs.always.length}, ${failed} of them failed, ${changed} with another status of a check that needs no browser`,
  );
  for (const [mode, measured] of Object.entries(costs)) console.log(costText(mode, measured));
} finally {
  await renderer.close();
  await site.close();
}

function differencesOf(before: Audit, after: Audit): readonly string[] {
  return compared.flatMap(({ id }) => {
    const [was, is] = [before.checks[id]?.status, after.checks[id]?.status];
    return was === is ? [] : [`${id} ${was} → ${is}`];
  });
}

function short(value: string | number | null): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}

function costText(mode: string, costs: readonly Cost[]): string {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  const median = (of: (cost: Cost) => number) =>
    costs.map(of).sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
  const ms = (of: (cost: Cost) => number) =>
    `median ${median(of).toFixed(0)} ms, in all ${(sum(of) / 1_000).toFixed(1)} s`;
  const most = Math.max(...costs.map(({ childrenBytes }) => childrenBytes)) / 1024 ** 2;
  return [
    `${mode}, ${costs.length} pages`,
    `  wall: ${ms(({ wallMs }) => wallMs)}`,
    `  CPU in Node: ${ms(({ ownCpuMs }) => ownCpuMs)}`,
    `  CPU in the browser: ${ms(({ childrenCpuMs }) => childrenCpuMs)}`,
    `  memory of the browser, at most: ${most.toFixed(0)} MB`,
  ].join('\n');
}
