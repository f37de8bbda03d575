/** The segment that every path of the API begins with, below its mount path. */
export const apiSegment = '/api/v1';

const authority = /^(?:[A-Za-z0-9\-._~%]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** What a request says of where it was sent. */
interface Sent {
  readonly url: string;
  readonly protocol: string;
  readonly host: string;
}

/**
 * The absolute URL that the API's paths are below, without a slash at its end. It comes from the
 * embedder's `publicUrl` where there is one; else from what the framework says of the request,
 * whose rules for proxies apply, and the mount path as the client asked for it.
 */
export function rootUrl(publicUrl: string | undefined, sent: Sent): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '') + apiSegment;
  const host = authority.test(sent.host) ? sent.host : 'localhost';
  return `${sent.protocol}://${host}${mountPath(sent.url)}${apiSegment}`;
}

function mountPath(url: string): string {
  const path = url.replace(absoluteForm, '').split(/[?#]/, 1)[0] ?? '';
  const end = path.lastIndexOf(`${apiSegment}/`);
  return end === -1 ? '' : safeInUrl(path.slice(0, end));
}

/** Escapes what may not stand in a URL, nor in a `Link` header. What is escaped already stays. */
export function safeInUrl(text: string): string {
  return text.replace(/[^!#-;=?-[\]_a-z~]/g, (character) => {
    const byte = character.charCodeAt(0) & 0xff;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
