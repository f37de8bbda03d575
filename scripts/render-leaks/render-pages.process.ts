import { writeSync } from 'node:fs';
import { chromiumRenderer } from '../../packages/renderer-chromium/src/index.ts';
import { pagesAtOnce } from './extent.ts';

// A process that renders pages by their numbers, and prints when each starts and ends.

const [, , executablePath = '', proxy = '', json = '[]'] = process.argv;
const waiting: number[] = JSON.parse(json);
const renderer = chromiumRenderer({
  executablePath,
  pages: pagesAtOnce,
  // Chromium has no sandbox for the user root.
  sandbox: process.getuid?.() !== 0,
});
const limits = {
  totalMs: 60_000,
  quietMs: 100,
  busyMs: 5_000,
  rulesMs: 5_000,
  requests: 300,
  htmlBytes: 2 ** 20,
  screenshotBytes: 100_000,
};

async function renderNext(): Promise<void> {
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    writeSync(1, `start ${page}\n`);
    const result = await renderer.render(
      {
        url: `http://site.test/${page}`,
        proxy,
        limits,
        headers: {},
        screenshot: true,
        userAgent: 'test-agent/1.0',
        isNavigationAllowed: () => true,
      },
      new AbortController().signal,
    );
    const isRendered = result.kind === 'rendered' && result.html.includes(`<h1>built ${page}</h1>`);
    const outcome =
      result.kind === 'failed' ? result.reason : isRendered ? 'rendered' : 'not built';
    writeSync(1, `end ${page} ${outcome}\n`);
    if (result.kind === 'failed' && result.reason !== 'render_crashed') console.error(result.cause);
  }
}

await Promise.all(Array.from({ length: pagesAtOnce }, renderNext));
await renderer.close();
