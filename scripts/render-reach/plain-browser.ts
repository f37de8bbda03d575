import { spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { certificate } from './counting-servers.ts';
import { windowsUrl } from './pages.ts';

/** Flags that both browsers have: they trust the servers, and send reports at once. */
function sharedFlags(): readonly string[] {
  const { publicKey } = new X509Certificate(certificate.cert);
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return [`--ignore-certificate-errors-spki-list=${hash}`, '--short-reporting-delay'];
}

/** Writes a program that starts the browser with these flags in addition to those that it is given. */
export function writeTrustingBrowser(folder: string, chromium: string): string {
  const file = join(folder, 'chromium');
  const flags = sharedFlags().map((flag) => `'${flag}'`);
  writeFileSync(file, `#!/bin/sh\nexec '${chromium}' "$@" ${flags.join(' ')}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** How many pages are opened in one browser. */
const pagesAtOnce = 12;

/** How long they may load. */
const loadMs = 15_000;

/** Opens pages in a browser as it is installed: without our flags, and without a proxy. */
export async function openInPlainBrowser(
  chromium: string,
  folder: string,
  urls: readonly string[],
): Promise<void> {
  for (let first = 0; first < urls.length; first += pagesAtOnce) {
    const profile = mkdtempSync(join(folder, 'plain-'));
    mkdirSync(join(profile, 'home'));
    const flags = [
      ...['--headless=new', '--no-sandbox', `--user-data-dir=${profile}`, '--no-first-run'],
      // Else pages of public addresses would have to ask for private ones, and open no windows.
      ...['--disable-features=LocalNetworkAccessChecks', '--disable-popup-blocking'],
      // One window is in front, and the others are in the background.
      ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
      ...['--disable-gpu', '--disable-dev-shm-usage', '--mute-audio'],
      ...sharedFlags(),
    ];
    // In headless mode, it takes one URL.
    const start = windowsUrl(urls.slice(first, first + pagesAtOnce));
    const browser = spawn(chromium, [...flags, start], {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, HOME: join(profile, 'home'), TMPDIR: profile },
    });
    const exited = once(browser, 'exit');
    const early = await Promise.race([exited.then(() => true), wait(loadMs, false)]);
    if (early) throw new Error(`${chromium} ended at its start.`);
    process.kill(-Number(browser.pid), 'SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
