import type { PageParts } from '../http/api.ts';
import type { PageRoute, PublicRoute } from '../http/route.ts';
import { consolePages } from './console/console-pages.ts';
import { mailPages } from './mail/mail-pages.tsx';
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
    // Links in mails lead below the path of the console, also where only shared pages are mounted.
    ...(settings.share || settings.console ? mountPages(settings, 'mail', mailPages) : []),
    ...(settings.console ? mountPages(settings, 'console', consolePages) : []),
  ];
}
