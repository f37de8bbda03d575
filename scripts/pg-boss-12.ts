import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs the tests of the queue on pg-boss 12, which needs a newer Node than the workspace: installs both in a
// temporary folder. `npm run tool -- pg-boss-12`.

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-pg-boss-'));

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, SITEGRADE_PG_BOSS: folder },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', 'node@22', 'pg-boss@12.30.0'], folder);
  const node = join(folder, 'node_modules/node/bin/node');
  run(node, ['--version'], folder);
  run(node, ['node_modules/vitest/vitest.mjs', 'run', 'packages/queue-pg-boss'], root);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
