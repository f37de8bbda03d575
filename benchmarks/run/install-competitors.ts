import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mode } from './parts.ts';

/** Installs what sitegrade is compared with, where it is missing: `npm ci` of the repository does not. */
export function installCompetitors(mode: Mode): void {
  const folders = mode === 'full' ? ['competitors', 'lighthouse'] : ['competitors'];
  for (const name of folders) {
    const folder = fileURLToPath(new URL(`../${name}/`, import.meta.url));
    if (existsSync(`${folder}node_modules`)) continue;
    console.error(`Installing the packages of benchmarks/${name}`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  }
}
