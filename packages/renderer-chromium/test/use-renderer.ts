import type { RenderedPage, Renderer, RenderRequest, RenderResult } from '@sitegrade/core';
import { afterAll } from 'vitest';
import { findChromium } from '../../../scripts/browser/find-chromium.ts';
import { chromiumRenderer } from '../src/chromium-renderer.ts';
import type { ChromiumRendererOptions } from '../src/renderer-options.ts';
import type { Sites } from './start-sites.ts';

/** Chromium has no sandbox for the user root. */
export const sandbox = process.getuid?.() !== 0;

/** Limits that a busy machine keeps to. Only tests that reach a limit wait for it. */
export const limits: RenderRequest['limits'] = {
  totalMs: 120_000,
  quietMs: 500,
  busyMs: 20_000,
  rulesMs: 30_000,
  requests: 300,
  htmlBytes: 20 * 1024 * 1024,
  screenshotBytes: 100_000,
};

/** What a test changes of a request. */
interface Changes extends Partial<Omit<RenderRequest, 'limits'>> {
  readonly limits?: Partial<RenderRequest['limits']>;
  readonly signal?: AbortSignal;
}

/** Renders `http://site.test/`. */
type Render = (changes?: Changes, renderer?: Renderer) => Promise<RenderResult>;

/** A renderer with the installed Chromium. */
export function installedRenderer(options: ChromiumRendererOptions = {}): Renderer {
  return chromiumRenderer({ executablePath: findChromium(), sandbox, ...options });
}

/** Starts a renderer for the tests of a file. */
export function useRenderer(sites: Sites): Render {
  const shared = installedRenderer();
  afterAll(() => shared.close());
  return ({ limits: changed, signal, ...changes } = {}, renderer = shared) =>
    renderer.render(
      {
        url: 'http://site.test/',
        proxy: sites.proxy(),
        userAgent: 'test-agent/1.0',
        headers: {},
        limits: { ...limits, ...changed },
        screenshot: false,
        isNavigationAllowed: () => true,
        ...changes,
      },
      signal ?? new AbortController().signal,
    );
}

/** The page of a result that must have one. */
export function pageOf(result: RenderResult): RenderedPage {
  if (result.kind === 'rendered') return result;
  throw new Error(`Not rendered: ${result.reason}`, { cause: result.cause });
}

/** The reason of a result that must have none. */
export function reasonOf(result: RenderResult): string {
  if (result.kind === 'failed') return result.reason;
  throw new Error(`Rendered: ${result.html.slice(0, 200)}`);
}
