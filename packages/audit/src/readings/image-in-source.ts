import type { AuditFacts } from '../audit-facts.ts';

/**
 * Whether the HTML of the server names an image: as a file, a candidate or a preload. Its name alone is enough, as the
 * same image can have another path for each size.
 *
 * @param facts - The page as the server sent it.
 * @param html - The start tag of the image in a browser, cut to 300 characters; empty if it is not known.
 */
export function isImageInSource(
  { page, urls }: Pick<AuditFacts, 'page' | 'urls'>,
  url: string,
  html: string,
): boolean {
  if (urls.resources.some((resource) => resource.url.href === url)) return true;
  const { pathname } = new URL(url, urls.base);
  const file = pathname.slice(pathname.lastIndexOf('/') + 1);
  const named = [
    ...page.images.flatMap(({ src, srcset }) => [src ?? '', srcset ?? '']),
    ...page.media.map(({ srcset }) => srcset ?? ''),
    ...page.links.filter(isPreload).map((link) => `${link.href} ${link.html}`),
  ];
  return (
    page.images.some((image) => html !== '' && image.html.slice(0, 300) === html) ||
    (file !== '' && named.some((text) => text.includes(file)))
  );
}

/** Whether the server preloads a file: by a tag, or by a header of the page. */
export function isPreloaded(
  { page, response }: Pick<AuditFacts, 'page' | 'response'>,
  url: string,
): boolean {
  const path = url.replace(/[?#].*$/s, '');
  const file = path.slice(path.lastIndexOf('/') + 1);
  const named = [
    ...page.links.filter(isPreload).map((link) => `${link.href} ${link.html}`),
    ...(response.headers.get('link') ?? []),
  ];
  return file !== '' && named.some((text) => text.includes(file));
}

function isPreload({ rel }: { readonly rel: readonly string[] }): boolean {
  return rel.includes('preload');
}
