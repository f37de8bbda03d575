import type { RenderedPage, RenderRequest } from '@sitegrade/core';
import type { Browser } from './browser.ts';
import { keepClosedRoots } from './closed-roots.ts';
import { loadPage } from './load-page.ts';
import { openPage } from './open-page.ts';
import {
  collectEvents,
  pageTools,
  takePermissionRequests,
  takeScriptErrors,
} from './page-scripts.ts';
import { openWorld } from './page-world.ts';
import { readCookies } from './read-cookies.ts';
import { readFocus } from './read-focus.ts';
import { readHtml } from './read-html.ts';
import { readImportedStyles } from './read-imported-styles.ts';
import { readLayout } from './read-layout.ts';
import { readScripts } from './read-scripts.ts';
import { readZoomedText } from './read-zoomed-text.ts';
import { type RenderEnding, RenderFault } from './render-ending.ts';
import { runAxe } from './run-axe.ts';
import { takeScreenshot } from './take-screenshot.ts';
import type { UsageWatch } from './usage-watch.ts';
import { late, waitAtMost } from './wait-at-most.ts';

/** How long measuring and picturing may take. */
const measureMs = 3_000;

/** How long trying the keyboard, and then the zoom, may take. */
const tryMs = 5_000;

/**
 * Loads a page, reads it and closes it.
 *
 * @throws RenderFault
 */
export async function renderPage(
  browser: Browser,
  usage: Pick<UsageWatch, 'open'>,
  request: RenderRequest,
  ending: RenderEnding,
): Promise<RenderedPage> {
  const { limits } = request;
  const page = await openPage(browser, usage, request, ending, collectEvents);
  try {
    const restMs = limits.rulesMs + Math.min(2_000, limits.totalMs / 10);
    const isBusy = await loadPage(page, request, ending, restMs);
    page.freeze();
    const world = await openWorld(page);
    const optional = optionalSteps(ending);
    await optional(measureMs, () => keepClosedRoots(page, world));
    const html = await readHtml(world, limits.htmlBytes);
    const finalUrl = page.activity.url();
    if (!/^https?:/i.test(finalUrl))
      throw new RenderFault('render_refused', `The page became ${finalUrl.slice(0, 100)}.`);
    // From here on the page is read. What else is measured must not cost it.
    const scriptErrors = (await optional(measureMs, () => world.call(takeScriptErrors))) ?? [];
    const permissionRequests =
      (await optional(measureMs, () => world.call(takePermissionRequests))) ?? [];
    const cookies = (await optional(measureMs, () => readCookies(page))) ?? [];
    await optional(measureMs, () => world.run(pageTools));
    const layout = await optional(measureMs, () => readLayout(page, world));
    const screenshot = request.screenshot
      ? await optional(measureMs, () => takeScreenshot(page, limits.screenshotBytes))
      : null;
    const axe = await optional(limits.rulesMs, () => runAxe(page, world));
    const importedStyles = (await optional(measureMs, () => readImportedStyles(page, world))) ?? [];
    const scripts = await optional(measureMs, () => readScripts(page));
    const requests = page.activity.requests.map(
      ({ sent: _sent, responded: _responded, ended: _ended, ...request }) => request,
    );
    // They change the page.
    const focus = await optional(tryMs, () => readFocus(page, world));
    const zoomedText = await optional(tryMs, () => readZoomedText(page, world));
    return {
      html,
      finalUrl,
      ms: ending.spent(),
      isBusy,
      requests,
      scriptErrors: scriptErrors as string[],
      permissionRequests: permissionRequests as RenderedPage['permissionRequests'],
      scripts,
      importedStyles,
      cookies,
      layout,
      axe,
      focus,
      zoomedText,
      screenshot,
    };
  } finally {
    await page.close();
  }
}

/** Steps that return `null` when they fail or take too long. After one that takes too long, the page is stuck. */
function optionalSteps(ending: RenderEnding) {
  let isStuck = false;
  return async <Value>(ms: number, step: () => Promise<Value>): Promise<Value | null> => {
    if (isStuck) return null;
    try {
      const result = await waitAtMost(ms, ending.race(step()));
      isStuck = result === late;
      return result === late ? null : result;
    } catch {
      return null;
    }
  };
}
