import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installations } from '../scripts/budgets/budgets.ts';
import { installAlone } from '../scripts/budgets/install.ts';
import { packPackages } from '../scripts/packed/pack-packages.ts';
import { publish } from './report/publish.ts';

// What packages weigh: their tarballs, and what installing them into an empty folder adds, without what install scripts
// compile. `npm run build` first.
//
//   npm run bench -- sizes

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-sizes-'));
try {
  const published = packPackages(join(folder, 'tarballs'));
  const kilobytesOf = (tarball: string) => statSync(tarball).size / 1_000;
  const installed = Object.entries(installations).map(([name, { packages }]) => {
    const { packages: count, kilobytes } = installAlone(
      packages,
      published,
      join(folder, name.replaceAll(' ', '-')),
    );
    return [name, packages.join(', '), String(count), Math.round(kilobytes)];
  });
  const core = published.find(({ name }) => name === '@sitegrade/core');
  publish(
    {
      kind: 'table',
      title: 'Tarballs',
      columns: ['', 'KB'],
      rows: published.map(({ name, tarball }) => [name, kilobytesOf(tarball)]),
    },
    {
      kind: 'table',
      title: 'Installed in an empty folder, with all dependencies',
      columns: ['', 'what npm installs', 'packages', 'KB'],
      rows: installed,
    },
    {
      kind: 'goal',
      what: 'tarball of @sitegrade/core',
      measured: core === undefined ? Number.NaN : kilobytesOf(core.tarball),
      unit: ' KB',
      atMost: 900,
      missedBecause:
        'it has all code twice, as ES modules (640 KB) and as CommonJS for Jest and require (770 KB). The largest sources are the checks, the console and the facts; all of them are loaded.',
    },
  );
} finally {
  rmSync(folder, { recursive: true });
}
