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
    // Links in mails are opened without a login, as shared pages are: a host may mount the console apart from both.
    ...(settings.share
      ? [...mountPages(settings, 'share', sharePages), ...mountPages(settings, 'mail', mailPages)]
      : []),
    ...(settings.console ? mountPages(settings, 'console', consolePages) : []),
  ];
}
