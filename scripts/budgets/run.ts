import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { packedPackages } from '../packed/pack-packages.ts';
import {
  type Budgeted,
  exceeded,
  installations,
  tarballKilobytes,
  timeBudgets,
} from './budgets.ts';
import { installAlone } from './install.ts';
import { measureLines } from './lines.ts';
import { timeInTurns } from './time-node.ts';

// Packs the built packages, installs them into empty folders, and compares what that adds and takes, and the lines of
// this repository, with the budgets in `budgets.ts`. Fails if one is exceeded.
//
//   npm run tool -- budgets
//
// With `--tarballs FOLDER`, it measures the tarballs that `../packed/pack.ts` wrote.

const rounds = 7;
const { values } = parseArgs({ options: { tarballs: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-budgets-'));
const site = await startSampleSite();

try {
  const published = packedPackages(values.tarballs, folder);
  const all: Budgeted[] = published.map(({ name, tarball }) => ({
    what: `${name}: tarball, KB`,
    measured: Math.round(statSync(tarball).size / 1_000),
    budget: tarballKilobytes[name] ?? Number.NaN,
  }));

  all.push(...measureLines());

  const folderOf = (name: string) => join(folder, name.replaceAll(' ', '-'));
  for (const [name, { packages, count, kilobytes }] of Object.entries(installations)) {
    const installed = installAlone(packages, published, folderOf(name));
    all.push(
      { what: `${name}: packages`, measured: installed.packages, budget: count },
      { what: `${name}: installed, KB`, measured: installed.kilobytes, budget: kilobytes },
    );
  }

  compileSqlite(folderOf('on Fastify and SQLite'));
  const runs = Object.fromEntries(
    timeBudgets.map(({ what, installation, args }) => [
      what,
      { cwd: folderOf(installation), args: args(`${site.url}/prices`) },
    ]),
  );
  const bare = 'node -e 0';
  const times = await timeInTurns<string>(
    { ...runs, [bare]: { cwd: folder, args: ['--eval', '0'] } },
    rounds,
  );
  const bareMs = times[bare]?.cpuMs ?? Number.NaN;
  for (const { what, budget } of timeBudgets) {
    const ratio = (times[what]?.cpuMs ?? Number.NaN) / bareMs;
    all.push({ what: `${what}: CPU time : ${bare}`, measured: Number(ratio.toFixed(1)), budget });
  }

  console.log(`Node ${process.version}; ${bare} takes ${Math.round(bareMs)} ms of CPU time`);
  console.table(all);
  for (const { what, measured, budget } of exceeded(all)) {
    console.error(`${what}: ${measured} exceeds the budget of ${budget}.`);
    process.exitCode = 1;
  }
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Copies what its install script would compile from this repository, which has the same version. */
function compileSqlite(installed: string): void {
  const binary = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
  mkdirSync(join(installed, dirname(binary)), { recursive: true });
  copyFileSync(new URL(`../../${binary}`, import.meta.url), join(installed, binary));
}
