import { isWebUrl, maxUrlLength } from '../url/web-url.ts';
import { fetchError } from './fetch-error.ts';
import type { Network } from './network.ts';

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
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Lengths of RFC 1035 §2.3.4; an address in brackets keeps to them. */
function isHost(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^.{1,63}$/.test(label));
}
