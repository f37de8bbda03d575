import type { SitegradeError } from '@sitegrade/foundation/errors';
import { isWebUrl, maxUrlLength, parseUrl, trimUrl } from '../url/web-url.ts';
import { fetchError, localhostHint, localhostOptions } from './fetch-error.ts';
import { isOutsideLocalSite } from './local-site.ts';
import type { Network } from './network.ts';
import { isLoopbackHost } from './resolve.ts';

/** A valid URL from user input. */
export interface Target {
  /** Normalised by the URL standard, without a fragment and a trailing dot of the host. */
  readonly url: URL;
  /** Whether the input had no scheme, so that `http://` is tried if `https://` fails. */
  readonly schemeAssumed: boolean;
}

/**
 * Validates a URL from user input, without network access and without what {@link trimUrl} removes. The `URL` parser
 * alone is too lenient: it accepts backslashes, line breaks, `http:host`, port 0 and empty labels, and parses the host
 * of `localhost:3000` as a scheme.
 *
 * @throws SitegradeError `invalid_input` or `url_not_allowed`, with a `reason` and the field `url`.
 */
export function parseTarget(written: string, rules: UrlRules): Target {
  const input = trimUrl(written);
  if (input.length > maxUrlLength) throw fetchError('url_too_long');
  if (forbidden.test(input)) throw fetchError('url_invalid', { hint: whiteSpaceIn(input) });

  const scheme = schemeOf(input);
  if (scheme !== null && scheme !== 'http' && scheme !== 'https') throw fetchError('url_scheme');
  const absolute = scheme === null ? `https://${input}` : input;

  const authority = /^https?:\/\/([^/?#]*)/i.exec(absolute)?.[1];
  if (authority === undefined || authority === '') throw fetchError('url_invalid');
  if (authority.includes('@')) throw fetchError('url_userinfo');
  const url = parseUrl(absolute);
  if (url === null) throw fetchError('url_invalid');
  return { url: checkUrl(url, rules), schemeAssumed: scheme === null };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are forbidden.
const forbidden = /[\x00-\x20\x7f\\]|\p{Surrogate}/u;

const whiteSpace: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
};

/**
 * A sentence that says where a URL from user input has white space; `undefined` if it has none between its ends, or
 * another character that is not allowed comes first. It repeats nothing: what comes before may be a part of a password.
 */
export function whiteSpaceIn(written: string): string | undefined {
  const input = trimUrl(written);
  const at = input.search(forbidden);
  const name = whiteSpace[input.charAt(at)];
  if (name === undefined) return undefined;
  return `The URL has ${name} at character ${[...input.slice(0, at)].length + 1}.`;
}

/** The scheme of the input; `null` if it has none. A host with a port is not a scheme. */
function schemeOf(input: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(input)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  if (scheme === 'http' || scheme === 'https') return scheme;
  return /^[^/?#]*:\d+(?:[/?#]|$)/.test(input) ? null : scheme;
}

/** The part of a {@link Network} that validates URLs before a request. */
export type UrlRules = Pick<Network, 'isPortAllowed' | 'isHostDenied' | 'localSite'>;

/**
 * Validates the parts of a URL: scheme, user name, host, port, length. It applies to user input and to every
 * redirect. The addresses of hosts are checked when connecting.
 *
 * @returns the URL to request, without a fragment and a trailing dot of the host.
 * @throws SitegradeError with the `reason`.
 */
export function checkUrl(given: URL, rules: UrlRules): URL {
  const url = new URL(given);
  url.hash = '';
  if (!isWebUrl(url)) throw fetchError('url_scheme');
  if (url.username !== '' || url.password !== '') throw fetchError('url_userinfo');
  const host = url.hostname.replace(/\.$/, '');
  if (!isHost(host)) throw fetchError('url_invalid');
  url.hostname = host;
  if (!rules.isPortAllowed(portOf(url), url.hostname)) throw portRefused(url);
  if (url.href.length > maxUrlLength) throw fetchError('url_too_long');
  if (rules.isHostDenied(url.hostname)) throw fetchError('host_blocked');
  if (isOutsideLocalSite(rules.localSite, url)) throw fetchError('url_path');
  return url;
}

/**
 * On this machine, the message and the reason for the operator's log name the option for development: anyone who types
 * such a URL is most often trying out their own server.
 */
function portRefused(url: URL): SitegradeError {
  if (!isLoopbackHost(url.hostname)) return fetchError('url_port');
  const cause = new Error(
    `Port ${portOf(url)} is not in network.ports. In development, ${localhostOptions}, allows every port of ${url.hostname}.`,
  );
  return fetchError('url_port', { cause, hint: localhostHint });
}

/** The port of a URL; the default port of its scheme if it has none. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** The length limits of RFC 1035 §2.3.4, which addresses in brackets never exceed. */
function isHost(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^.{1,63}$/.test(label));
}
