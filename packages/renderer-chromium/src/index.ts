export { chromiumRenderer } from './chromium-renderer.ts';
export type { ChromiumRendererOptions } from './renderer-options.ts';
