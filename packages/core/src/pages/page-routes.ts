import type { PagesSettings } from '../http/pages-options.ts';
import type { PageRoute } from '../http/route.ts';
import { consolePages } from './console/console-pages.ts';
import { mountPages } from './page-route.ts';
import { sharePages } from './share/share-pages.tsx';

/**
 * The routes of all pages that the settings ask for. An adapter passes this function to `createApi`.
 *
 * @example
 * ```ts
 * const api = createApi({ store, pages: true }, { pageRoutes });
 * ```
 */
export function pageRoutes(settings: PagesSettings): readonly PageRoute[] {
  return [
    ...(settings.share ? mountPages(settings, 'share', sharePages) : []),
    ...(settings.console ? mountPages(settings, 'console', consolePages) : []),
  ];
}
