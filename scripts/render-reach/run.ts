import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from '../browser/find-chromium.ts';
import { requireNetwork, setUpNetwork } from './own-network.ts';

// Proves that a browser which renders pages reaches nothing but what the address policy allows: in a network of its
// own, in which every address has servers that count, pages try every way to request something. The same pages in a
// browser without our flags and proxy show that the counters work. Exits with 1 for any connection to a private
// address, any connection to a public one that is not from the guard, any datagram and any question for a name.
//
//   npm run tool -- render-reach [PART OF THE NAME OF A PAGE] [elsewhere | elsewhere-without-flags]
//
// `elsewhere` renders in a browser over its port, with the flags of docs/rendering.md. `''` is each page.

const [, , only = '', where = ''] = process.argv;
try {
  requireNetwork();
  const chromium = findChromium();
  console.log(spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout.trim());
  const inside = [
    ...process.execArgv,
    join(import.meta.dirname, 'inside.ts'),
    chromium,
    only,
    where,
  ];
  const { status, error } = spawnSync(
    'unshare',
    ['-rn', 'sh', '-c', setUpNetwork, 'sh', process.execPath, ...inside],
    { stdio: 'inherit', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } },
  );
  if (error) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`FAILED: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
