import { comparableUrl } from '../url/comparable-url.ts';
import { memoize } from './text/memoize.ts';

/** What has the URL of a page. */
interface PageResponse {
  readonly finalUrl: string;
}

/** The URL of a page, after redirects. It must not be changed. */
export const pageUrlOf = memoize(({ finalUrl }: PageResponse): Readonly<URL> => new URL(finalUrl));

/** The {@link comparableUrl} of a page. */
export const comparablePageUrlOf = memoize((response: PageResponse): string =>
  comparableUrl(pageUrlOf(response)),
);
