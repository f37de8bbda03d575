import type { Browser } from './launch-browser.ts';
import { loadPage } from './load-page.ts';
import { openPage } from './open-page.ts';
import { openWorld } from './page-world.ts';
import { readHtml } from './read-html.ts';
import type { RenderEnding } from './render-ending.ts';
import type { RenderedPage, RenderRequest } from './renderer-types.ts';

/**
 * Loads a page, reads it and closes it.
 *
 * @throws RenderFault
 */
export async function renderPage(
  browser: Browser,
  request: RenderRequest,
  ending: RenderEnding,
): Promise<RenderedPage> {
  const page = await openPage(browser, request, ending);
  try {
    const isBusy = await loadPage(page, request, ending);
    page.freeze();
    const world = await openWorld(page);
    const html = await readHtml(world, request.limits.htmlBytes);
    return {
      html,
      finalUrl: page.activity.url(),
      ms: ending.spent(),
      isBusy,
      requests: page.activity.requests,
      scriptErrors: [],
      layout: null,
      axe: null,
      screenshot: null,
    };
  } finally {
    await page.close();
  }
}
