/** What a path or URL with `*` must be, for errors. */
export const urlPatternForm =
  'must be a path such as /blog/*, or a URL such as https://example.com/*.';

/** Whether a text is a path, a URL or a pattern of them. */
export function isUrlPattern(text: string): boolean {
  return /^(?:\/|\*|https?:\/\/)/.test(text);
}

/** Whether a URL matches a path or a URL in which `*` is any text. Paths include the query. */
export function matchesUrlPattern(pattern: string, url: string): boolean {
  const { pathname, search } = new URL(url);
  const expression = pattern.split('*').map(escapePattern).join('.*');
  const text = pattern.startsWith('/') ? pathname + search : url;
  return new RegExp(`^${expression}$`, 's').test(text);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
