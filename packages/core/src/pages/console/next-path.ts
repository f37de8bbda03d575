import type { PageRequest } from '../../http/route.ts';
import type { Links } from '../links.ts';
import type { Page } from '../page-route.ts';

const maxLength = 2_000;

/** The query of the sign-in page that leads back to the page that was asked for. Forms are not sent again. */
export function nextQuery(
  page: Pick<Page, 'method' | 'path'>,
  { params, rawQuery }: Pick<PageRequest, 'params' | 'rawQuery'>,
  links: Links,
): string {
  if (page.method !== 'GET' || page.path === '') return '';
  const next =
    links.consolePage(pathOf(page.path, params)) + (rawQuery === '' ? '' : `?${rawQuery}`);
  return next.length > maxLength ? '' : `?${new URLSearchParams({ next })}`;
}

/** A path with the values of its parameters. */
export function pathOf(
  path: `/${string}`,
  values: Readonly<Record<string, string | number>>,
): `/${string}` {
  return path.replace(/:(\w+)/g, (_, name: string) => String(values[name])) as `/${string}`;
}

/**
 * The page to open after the sign-in: the one asked for if it is a page of the console, and the start
 * page for everything else, such as a URL on another host.
 *
 * @param next - The path as sent, which may be anything.
 * @param root - The path of the start page: `/sitegrade`.
 */
export function safeNext(next: unknown, root: string): string {
  if (typeof next !== 'string' || next.length > maxLength) return root;
  const base = 'http://console.invalid';
  if (!next.startsWith(root) || !URL.canParse(next, base)) return root;
  // What browsers would open: without `..`, `\` and line breaks, which could leave the console.
  const { origin, pathname, search } = new URL(next, base);
  const isInside = pathname === root || pathname.startsWith(`${root}/`);
  return origin === base && isInside ? pathname + search : root;
}
