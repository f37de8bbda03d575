import type { IncomingMessage } from 'node:http';

/** The segment that every path of the API begins with, below its mount path. */
export const apiSegment = '/api/v1';

const authority = /^(?:[A-Za-z0-9\-._~]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const absoluteForm = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** What a request says of where it was sent. */
interface Sent {
  readonly url: string;
  /** By the framework's rules for proxies, which copy whatever a proxy let through. */
  readonly protocol: string;
  readonly host: string;
  readonly incoming: Pick<IncomingMessage, 'headers' | 'socket'>;
}

/**
 * The absolute URL that the API's paths are below, without a slash at its end. It comes from the
 * embedder's `publicUrl` where there is one; else from what the framework says of the request,
 * whose rules for proxies apply, and the mount path as the client asked for it. Where a proxy sends a
 * protocol that is not `http` or `https`, or a malformed host, those of the connection count.
 */
export function rootUrl(publicUrl: string | undefined, sent: Sent): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '') + apiSegment;
  return `${protocolOf(sent)}://${hostOf(sent)}${mountPath(sent.url)}${apiSegment}`;
}

function protocolOf({ protocol, incoming }: Sent): string {
  const said = protocol.toLowerCase();
  if (said === 'http' || said === 'https') return said;
  return Reflect.get(incoming.socket, 'encrypted') === true ? 'https' : 'http';
}

function hostOf({ host, incoming }: Sent): string {
  return [host, incoming.headers.host ?? ''].find(isHost) ?? 'localhost';
}

function isHost(text: string): boolean {
  return authority.test(text) && URL.canParse(`http://${text}`);
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
