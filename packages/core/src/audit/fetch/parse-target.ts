import { isWebUrl, maxUrlLength, parseUrl } from '../url/web-url.ts';
import { fetchError } from './fetch-error.ts';
import type { Network } from './network.ts';

/** An address that a person typed, once it has passed the gate. */
export interface Target {
  /** Normalised by the WHATWG rules, without fragment and without a dot after the host. */
  readonly url: URL;
  /** Whether `https://` was added here, so that `http://` is worth a try. */
  readonly schemeAssumed: boolean;
}

/**
 * The gate before the network: what a person typed, judged without asking anyone. `URL` alone is
 * too lax: it accepts backslashes, line breaks, `http:host`, port 0, empty labels, and takes the
 * host of `localhost:3000` for a scheme.
 *
 * @throws SitegradeError `invalid_input` or `url_not_allowed`, with a `reason` and the field `url`.
 */
export function parseTarget(input: string, rules: UrlRules): Target {
  if (input.length > maxUrlLength) throw fetchError('url_too_long');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  if (/[\x00-\x20\x7f\\]|\p{Surrogate}/u.test(input)) throw fetchError('url_invalid');

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

/** The scheme of what was typed; `null` where there is none: a host and a port are no scheme. */
function schemeOf(input: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(input)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  if (scheme === 'http' || scheme === 'https') return scheme;
  return /^[^/?#]*:\d+(?:[/?#]|$)/.test(input) ? null : scheme;
}

/** The part of a {@link Network} that judges URLs before anyone is asked. */
export type UrlRules = Pick<Network, 'allowsPort' | 'deniesHost'>;

/**
 * Judges a URL by what is written in it: scheme, user name, host, port, length. For what a person
 * typed and for every redirect alike. Names and addresses are judged when connecting.
 *
 * @returns the URL to ask for: without fragment and without a dot after the host.
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
  if (!rules.allowsPort(portOf(url))) throw fetchError('url_port');
  if (url.href.length > maxUrlLength) throw fetchError('url_too_long');
  if (rules.deniesHost(url.hostname)) throw fetchError('host_blocked');
  return url;
}

/** The port that a URL means, its scheme's own where it names none. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Lengths of RFC 1035 §2.3.4; an address in brackets keeps to them. */
function isHost(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^.{1,63}$/.test(label));
}
