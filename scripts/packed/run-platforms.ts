import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { installNode } from './install-node.ts';
import { packedPackages } from './pack-packages.ts';
import { packageManagers } from './package-managers.ts';
import { tryManager } from './try-manager.ts';

// Tries the packed packages with other versions of Node, as `run.ts` does with this one, and with package managers that
// give packages only what they declare. `npm run build` first.
//
//   npm run tool -- platforms [--tarballs FOLDER] [NAME...]

/**
 * The lines of Node that have releases, beside the oldest that is supported, and the headers to compile SQLite with: with
 * those of 24.19 and newer it ends the process when a statement is collected.
 */
const nodes = [
  { line: '22', headers: undefined },
  { line: '24', headers: '24.18.1' },
  { line: '26', headers: undefined },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tarballs: { type: 'string' } },
});
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-platforms-'));
const site = await startSampleSite();

/** Runs a step and prints its duration. */
async function step(work: () => string | Promise<string>): Promise<void> {
  const startedAt = performance.now();
  const title = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${title}`);
}

try {
  const tarballs = values.tarballs ?? join(folder, 'tarballs');
  const packages = packedPackages(values.tarballs, tarballs);
  for (const [index, manager] of packageManagers.entries()) {
    if (!isWanted(manager.name)) continue;
    await step(async () => {
      const own = join(folder, `manager-${index}`);
      mkdirSync(own);
      await tryManager(manager, packages, own, `${site.url}/prices`);
      return `${manager.package} on Node ${process.versions.node}`;
    });
  }
  for (const { line, headers } of nodes.filter(({ line }) => isWanted(line))) {
    await step(() => {
      const own = join(folder, `node-${line}`);
      const { binary, version, environment } = installNode(line, own, headers);
      const args = ['--import', 'tsx', join(import.meta.dirname, 'run.ts'), '--tarballs', tarballs];
      const { status } = spawnSync(binary, args, { env: environment, stdio: 'inherit' });
      if (status !== 0) throw new Error(`The packages failed on Node ${version}.`);
      return `npm on Node ${version}`;
    });
  }
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
