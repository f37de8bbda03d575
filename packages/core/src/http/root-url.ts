import type { Socket } from 'node:net';
import type { RequestHead } from './request/request.ts';

/** The segment that every path of the API begins with, below its mount path. */
export const apiSegment = '/api/v1';

const authority = /^(?:[A-Za-z0-9\-._~]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** The URL that a request was sent to, from several sources. */
interface RequestTarget {
  readonly url: string;
  /** From the framework, whose proxy rules copy forwarded headers without validation. */
  readonly protocol: string;
  readonly host: string;
  readonly incoming: Pick<RequestHead, 'headers'> & { readonly socket?: Socket };
}

/**
 * The absolute URL that the routes are mounted at, without a trailing slash. It is `publicUrl` if that
 * option is set. Otherwise it consists of the protocol and host that the framework reports and the mount
 * path in the request. If a proxy sends a protocol other than `http` or `https`, or a malformed host,
 * those of the connection are used.
 *
 * @param routePath The path of the matched route, below the mount path: `/api/v1/reports/:id`. At its end, `/*`
 * stands for any path.
 */
export function baseUrl(
  publicUrl: string | undefined,
  sent: RequestTarget,
  routePath: string,
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return `${protocolOf(sent)}://${hostOf(sent)}${mountPath(sent.url, routePath)}`;
}

/** The absolute base URL of the API, without a trailing slash. Parameters as of {@link baseUrl}. */
export function rootUrl(...target: Parameters<typeof baseUrl>): string {
  return baseUrl(...target) + apiSegment;
}

function protocolOf({ protocol, incoming }: RequestTarget): string {
  const reported = protocol.toLowerCase();
  if (reported === 'http' || reported === 'https') return reported;
  return Reflect.get(Object(incoming.socket), 'encrypted') === true ? 'https' : 'http';
}

function hostOf({ host, incoming }: RequestTarget): string {
  if (isHost(host)) return host;
  const { host: sent = '' } = incoming.headers;
  return isHost(sent) ? sent : 'localhost';
}

/** Whether a text is a host name or IP address with an optional port, and nothing else. */
export function isHost(text: string): boolean {
  if (text === lastHost) return true;
  if (!authority.test(text) || !URL.canParse(`http://${text}`)) return false;
  lastHost = text;
  return true;
}

/** The host of the last request, as nearly all are sent to the same. */
let lastHost: string | undefined;

/** What comes before the route's own segments. Empty if the host has rewritten the path. */
function mountPath(url: string, routePath: string): string {
  const path = url.replace(absoluteForm, '').split(/[?#]/, 1)[0] ?? '';
  if (routePath.endsWith('/*')) {
    const end = path.indexOf(routePath.slice(0, -1));
    return safeInUrl(path.slice(0, Math.max(0, end)));
  }
  const sent = path.split('/');
  let end = sent.length;
  for (const segment of routePath.split('/').toReversed()) {
    if (segment === '') continue;
    // A host may ignore trailing and duplicate slashes.
    do end -= 1;
    while (end > 0 && sent[end] === '');
    const isSame = segment.startsWith(':') || sent[end]?.toLowerCase() === segment.toLowerCase();
    if (end < 1 || !isSame) return '';
  }
  return safeInUrl(sent.slice(0, end).join('/'));
}

/** Escapes characters that are not allowed in a URL or a `Link` header. Existing escapes stay. */
export function safeInUrl(text: string): string {
  return text.replace(/[^!#-;=?-[\]_a-z~]/g, (character) => {
    const byte = character.charCodeAt(0) & 0xff;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
