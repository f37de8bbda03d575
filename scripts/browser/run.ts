import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';

// Runs the tests of the pages in a real browser.
//
//   npm run test:browser [-- ARGUMENTS OF VITEST]
//
// CHROMIUM is the path of the browser, SCREENSHOTS the folder for pictures of every page.

try {
  const chromium = findChromium();
  const screenshots = process.env.SCREENSHOTS || mkdtempSync(join(tmpdir(), 'sitegrade-pages-'));
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project=browser', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM: chromium, SCREENSHOTS: screenshots },
    },
  );
  console.log(`Screenshots: ${screenshots}`);
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
