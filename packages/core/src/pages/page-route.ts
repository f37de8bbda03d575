import { SitegradeError } from '@sitegrade/foundation/errors';
import type { PagesSettings } from '../http/pages-options.ts';
import type { ParamKinds } from '../http/request/path-params.ts';
import type { ApiResponse } from '../http/response/response.ts';
import type { PageRequest, PageRoute } from '../http/route.ts';
import { whyOfRuleset } from '../reports/why-of.ts';
import { accentOf } from './brand.ts';
import { compress } from './compress.ts';
import { errorResponse } from './error-page.tsx';
import { fileNames, fileResponse } from './files.ts';
import type { PageContext } from './layout.tsx';
import { linksOf, type PageGroup } from './links.ts';
import { formHeaders } from './respond.ts';
import { script } from './script.ts';
import { styleSheet } from './style.ts';

/** A page before it is mounted: its path is below that of its group. */
export interface Page<Params extends ParamKinds = ParamKinds> {
  readonly method: 'GET' | 'POST';
  readonly path: '' | `/${string}`;
  readonly params?: Params;
  readonly operationId: string;
  readonly summary: string;
  /** Whether pages of other sites, and programs without their headers, may post to it. */
  readonly takesCrossSite?: true;
  /** The largest form that is read, in bytes. Default: 64 KiB. */
  readonly bodyLimit?: number;
  readonly respond: (
    request: PageRequest<Params>,
    page: PageContext,
  ) => ApiResponse | Promise<ApiResponse>;
}

/** Infers the types of one page. */
export function definePage<const Params extends ParamKinds = Record<never, never>>(
  page: Page<Params>,
): Page {
  return page as unknown as Page;
}

/** Queries of the console that say which view of a page is shown, and nothing else. */
const isFixed = /^(?:view=(?:findings|pages|structure|about))?$/;

/** Mounts the pages of a group, with their stylesheet and script. */
export function mountPages(
  settings: PagesSettings,
  group: PageGroup,
  pages: readonly Page[],
): readonly PageRoute[] {
  const root = group === 'console' ? settings.path : `${settings.path}/${group}`;
  const names = fileNames(settings);
  const all = [
    ...pages,
    filePage(group, `/${names.style}`, 'text/css', (rawQuery) =>
      styleSheet(accentOf(rawQuery) ?? settings.accent),
    ),
    filePage(group, `/${names.script}`, 'text/javascript', () => script),
    unknownPage(group),
  ];
  return all.map(({ respond, path, ...page }) => ({
    ...page,
    // The shared pages may be mounted elsewhere.
    ...(path === '/*' && group === 'console' && { except: `${root}/share` }),
    access: 'page',
    path: `${root}${path}` as `/${string}`,
    notFound: pageNotFound,
    respond: async (request) => {
      const links = linksOf(request.baseUrl(), settings, group);
      const response = await respond(request, {
        settings,
        links,
        whyOf: whyOfRuleset(request.context.ruleset),
      });
      const complete = group === 'console' ? withFormHeaders(response, settings) : response;
      // The length of a compressed page would reveal whether what was sent is equal to a secret on it, such as a
      // new API key or a token in a URL (BREACH). Shared pages repeat nothing of the query, and views are named by us.
      const isFile = path === `/${names.style}` || path === `/${names.script}`;
      const mayRepeat =
        page.method !== 'GET' ||
        (group === 'console' && !isFixed.test(request.rawQuery) && !isFile);
      return mayRepeat ? complete : compress(complete, request);
    },
    showError: (error, { baseUrl }) =>
      errorResponse(error, { settings, links: linksOf(baseUrl(), settings, group) }, group),
  }));
}

/**
 * Nearly every page of the console has a form. When the visitor is not logged in any more, it leads to the
 * host's login, which browsers must be allowed to open on another origin.
 */
function withFormHeaders(response: ApiResponse, { loginUrl = '' }: PagesSettings): ApiResponse {
  const { headers } = response;
  const { 'content-security-policy': policy } = headers;
  if (policy === undefined) return response;
  const login = URL.canParse(loginUrl) ? ` ${new URL(loginUrl).origin}` : '';
  return {
    ...response,
    headers: {
      ...headers,
      ...formHeaders,
      'content-security-policy': policy.replace("form-action 'self'", `$&${login}`),
    },
  };
}

/** The same for pages that are missing and pages that the visitor may not see. */
export function pageNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no page at this address.');
}

const namesOf: Readonly<Record<PageGroup, string>> = {
  share: 'Shared',
  mail: 'Mail',
  console: 'Console',
};

/** Every path below those of the pages that has none. */
function unknownPage(group: PageGroup): Page {
  const name = namesOf[group];
  return {
    method: 'GET',
    path: '/*',
    operationId: `missing${name}Page`,
    summary: `Show that there is no ${name.toLowerCase()} page`,
    respond: () => {
      throw pageNotFound();
    },
  };
}

function filePage(
  group: PageGroup,
  path: `/${string}`,
  type: Parameters<typeof fileResponse>[0],
  contentOf: (rawQuery: string) => string,
): Page {
  const kind = type === 'text/css' ? 'Stylesheet' : 'Script';
  return {
    method: 'GET',
    path,
    operationId: `get${group === 'share' ? 'Share' : namesOf[group]}${kind}`,
    summary: `Load the ${kind.toLowerCase()} of the pages`,
    respond: ({ rawQuery }) => fileResponse(type, contentOf(rawQuery)),
  };
}
