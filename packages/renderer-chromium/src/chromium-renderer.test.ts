import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Renderer, RenderResult } from '@sitegrade/core';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { chromiumRenderer } from './chromium-renderer.ts';

/** A renderer with a program that is not a browser, and how often it was started. */
function rendererWith(script: string) {
  const folder = temporaryFolder();
  const path = join(folder, 'chrome');
  const starts = join(folder, 'starts');
  writeFileSync(starts, '');
  writeFileSync(path, `#!/bin/sh\necho >> ${starts}\n${script}\n`, { mode: 0o755 });
  const renderer = chromiumRenderer({ executablePath: path });
  onTestFinished(() => renderer.close());
  return { renderer, starts: () => readFileSync(starts, 'utf8').length };
}

const render = (renderer: Renderer, totalMs: number): Promise<RenderResult> =>
  renderer.render(
    {
      url: 'http://site.test/',
      proxy: 'http://127.0.0.1:9',
      userAgent: 'test',
      headers: {},
      limits: {
        totalMs,
        quietMs: 0,
        busyMs: 0,
        rulesMs: 0,
        requests: 1,
        htmlBytes: 1,
        screenshotBytes: 1,
      },
      screenshot: false,
      isNavigationAllowed: () => true,
    },
    new AbortController().signal,
  );

it('does not start a browser again at once that did not start', async () => {
  const { renderer, starts } = rendererWith('exit 3');
  const results = await Promise.all([render(renderer, 60_000), render(renderer, 60_000)]);
  results.push(await render(renderer, 60_000));
  for (const result of results) {
    expect(result).toMatchObject({ kind: 'failed', reason: 'renderer_unavailable' });
    expect(result).toHaveProperty('cause.message', expect.stringContaining('code 3'));
  }
  expect(starts()).toBe(1);
});

it('gives up when the browser does not start in the time of a page, and ends it with close()', async () => {
  const { renderer } = rendererWith('exec sleep 1000');
  const result = await render(renderer, 300);
  expect(result).toMatchObject({ kind: 'failed', reason: 'renderer_unavailable' });
  expect(result).toHaveProperty('cause.message', 'The browser was not ready in time.');
  const waiting = render(renderer, 60_000);
  await renderer.close();
  expect(await waiting).toHaveProperty('cause.message', 'The renderer was closed.');
});
