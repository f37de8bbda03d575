import { trimUrl } from '@sitegrade/core/internal';

/** A URL without what was pasted around it, with what the network has to allow for it. */
export interface Target {
  readonly url: string;
  /** Whether the user named this machine: its addresses and all its ports are allowed then. */
  readonly isLocalhost: boolean;
  /** The port in the URL; `null` if it has none. */
  readonly port: number | null;
}

/** Parses a URL as typed or pasted. Without a scheme, https is assumed. `null` if it cannot be a URL. */
export function parseTarget(written: string): Target | null {
  const url = trimUrl(written);
  const isAbsolute = /^https?:\/\//i.test(url);
  // A word alone is rather a command with a typo than a host.
  if (!isAbsolute && !/[.:]|^localhost(?:$|[/?#])/i.test(url)) return null;
  if (!isAbsolute && /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(url)) return null;
  const absolute = isAbsolute ? url : `https://${url}`;
  if (!URL.canParse(absolute) || /[\s\p{Cc}]/u.test(url)) return null;
  const { hostname, port } = new URL(absolute);
  return { url, isLocalhost: isLocalhost(hostname), port: port === '' ? null : Number(port) };
}

/** Whether a URL that cannot be analysed is one with another scheme: `ftp://example.com/`. */
export function hasOtherScheme(written: string): boolean {
  return /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[^\s/]/i.test(trimUrl(written));
}

/** Names and addresses of this machine, as the URL parser normalises them. */
function isLocalhost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host === '[::1]'
  );
}

/** As many as the reports of one run fit into memory, and into one string. */
export const maxUrls = 1_000;
const maxLineLength = 10_000;

/**
 * The URLs in a text: one a line, without empty lines and lines that start with `#`. It stops reading once there
 * are more than {@link maxUrls}.
 *
 * @throws Error for a line that is longer than any URL.
 */
export async function readUrls(input: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  const urls: string[] = [];
  const decoder = new TextDecoder();
  const take = (lines: readonly string[]) => {
    for (const line of lines) {
      if (line.length > maxLineLength) {
        throw new Error('Standard input has a line that is too long for a URL.');
      }
      const url = trimUrl(line);
      if (url !== '' && !url.startsWith('#')) urls.push(url);
    }
  };
  let rest = '';
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    take(lines);
    if (urls.length > maxUrls) return urls;
    if (rest.length > maxLineLength) break;
  }
  take([rest]);
  return urls;
}
