import { type ErrorCode, isSitegradeError } from '@sitegrade/foundation/errors';
import { type PagesOptions, pagesSettings } from '../http/pages-options.ts';
import { problemResponse } from '../http/response/problem.ts';
import type { ApiResponse } from '../http/response/response.ts';
import { english as text } from './english.ts';
import { Layout, type PageContext } from './layout.tsx';
import { linksOf, type PageGroup } from './links.ts';
import { pageResponse, seeOther } from './respond.ts';

/**
 * The page about an error outside of the pages, for a server that is nothing but sitegrade.
 *
 * @param error - What was thrown.
 * @param base - The absolute URL that the pages are mounted at, without a trailing slash.
 * @param pages - The options of the pages.
 * @example
 * ```ts
 * const { status, headers, body } = renderErrorPage(new Error('No such page'), 'https://example.com', { name: 'Our reports' });
 * ```
 */
export function renderErrorPage(
  error: unknown,
  base: string,
  pages: PagesOptions,
): ApiResponse<string> {
  const settings = pagesSettings(pages);
  return errorResponse(error, { settings, links: linksOf(base, settings, 'console') }, 'console');
}

/** The page about an error, or a redirect to the host's login where it leads to one. */
export function errorResponse(
  error: unknown,
  { settings, links }: Pick<PageContext, 'settings' | 'links'>,
  group: PageGroup,
): ApiResponse<string> {
  const problem = problemResponse(error);
  const code: ErrorCode = isSitegradeError(error) ? error.code : 'internal';
  if (code === 'unauthorized' && settings.loginUrl !== undefined) {
    return seeOther(settings.loginUrl);
  }
  const { 'retry-after': retryAfter, allow } = problem.headers;
  const page = (
    <Layout settings={settings} links={links} title={titleOf(code)}>
      <section class="message">
        <p class="code">{problem.status}</p>
        <h1>{titleOf(code)}</h1>
        <p>{messageOf(code, error)}</p>
        {group === 'console' && code !== 'unauthorized' && (
          <p>
            <a href={links.console}>{text.errors.back}</a>
          </p>
        )}
      </section>
    </Layout>
  );
  return pageResponse(problem.status, page, {
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(allow === undefined ? {} : { allow }),
  });
}

function titleOf(code: ErrorCode): string {
  const titles: Partial<Record<ErrorCode, string>> = text.errors;
  return titles[code] ?? text.errors.other;
}

function messageOf(code: ErrorCode, error: unknown): string {
  if (code === 'not_found') return text.errors.notFoundText;
  if ((code as string) === 'cross_site') return text.errors.crossSiteText;
  if (code === 'unauthorized') return text.errors.unauthorizedText;
  if (code === 'internal' || !isSitegradeError(error)) return text.errors.internalText;
  return error.message;
}
