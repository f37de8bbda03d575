import type { Renderer } from '../../packages/audit/src/render/renderer.ts';
import { chromiumRenderer } from '../../packages/renderer-chromium/src/index.ts';
import { findChromium } from '../browser/find-chromium.ts';

/** A renderer with the installed Chromium, which has no sandbox for the user root. */
export function openRenderer(pages = 2): Renderer {
  const sandbox = process.getuid?.() !== 0;
  return chromiumRenderer({ executablePath: findChromium(), sandbox, pages });
}
