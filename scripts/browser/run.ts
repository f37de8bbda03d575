import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.ts';

// Runs the tests of the pages in a real browser.
//
//   npm run test:browser [-- ARGUMENTS OF VITEST]
//
// CHROMIUM is the path of the browser. With SCREENSHOTS, the path of a folder, it gets pictures of every page, which
// take most of the time.

try {
  const chromium = findChromium();
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project=browser', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM: chromium },
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
