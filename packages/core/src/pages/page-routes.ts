import type { PageParts } from '../http/api.ts';
import type { PageRoute, PublicRoute } from '../http/route.ts';
import { consolePages } from './console/console-pages.ts';
import { mountPages } from './page-route.ts';
import { docsRoute } from './reference/docs-route.tsx';
import { sharePages } from './share/share-pages.tsx';

/**
 * The routes of all pages that the options ask for. An adapter passes this function to `createApi`.
 *
 * @example
 * ```ts
 * const api = createApi({ store, pages: true }, { pageRoutes });
 * ```
 */
export function pageRoutes({ settings, docs }: PageParts): readonly (PageRoute | PublicRoute)[] {
  return [
    ...(docs ? [docsRoute(settings, docs)] : []),
    ...(settings.share ? mountPages(settings, 'share', sharePages) : []),
    ...(settings.console ? mountPages(settings, 'console', consolePages) : []),
  ];
}
