/** The start pages of folders. */
const indexFile = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/;

/**
 * What URLs have in common that differ only in the case of their path, slashes, `index.html` or the order of their
 * parameters.
 */
export function variantKey(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const path = pathname
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(indexFile, '/');
  const parameters = search.slice(1).split('&').filter(Boolean).sort();
  return `${origin}${withoutSlash(path)}?${parameters.join('&')}`;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
