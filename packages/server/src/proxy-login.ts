import { BlockList, isIP } from 'node:net';
import { SitegradeError } from '@sitegrade/core';
import type { FastifyRequest } from 'fastify';
import type { Settings } from './settings.ts';
import { allowedUserName, userNameIssue } from './user-name.ts';

type LoginSettings = Pick<Settings, 'authHeader' | 'authProxies' | 'authOwner'>;

/** The login of the console. */
interface ProxyLogin {
  readonly authenticatePages?: (request: FastifyRequest) => string | undefined;
}

/**
 * Pages that are opened without a login. A proxy lets requests for them through, and may forward a header that
 * anyone has sent: it counts for nothing there.
 */
const openPages = /^\/sitegrade\/(?:share|mail)\//;

/**
 * The console's login by a header of the proxy in front: the user that it names is the owner, or acts for the one
 * that the settings name. It counts only on connections from the named addresses; what `X-Forwarded-For` says does not
 * matter. Without such a header no one is logged in. The API has its API keys.
 */
export function proxyLogin({ authHeader, authProxies = [], authOwner }: LoginSettings): ProxyLogin {
  if (authHeader === undefined) return {};
  const trusted = rangesOf(authProxies);
  return {
    authenticatePages: ({ raw, url }) => {
      if (openPages.test(pathOf(url)) || !includes(trusted, raw.socket.remoteAddress))
        return undefined;
      const name = headerOf(raw.rawHeaders, authHeader);
      // Where all users act for one owner, it does not matter what they are called.
      return name === '' ? undefined : (authOwner ?? userOf(name, authHeader));
    },
  };
}

/**
 * The value of the header; empty without one.
 *
 * @throws SitegradeError `malformed_request` if it was sent twice.
 */
function headerOf(rawHeaders: readonly string[], header: string): string {
  const sent = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === header,
  );
  const [value = '', ...others] = sent;
  if (others.length > 0) {
    throw new SitegradeError(
      'malformed_request',
      `The request has more than one ${header} header: the proxy has to remove those of clients.`,
    );
  }
  return value;
}

/** @throws SitegradeError `malformed_request` if the name could be taken for another one. */
function userOf(value: string, header: string): string {
  const name = decodedName(value);
  const issue = name === undefined ? 'is not in UTF-8' : userNameIssue(name);
  if (name !== undefined && issue === undefined) return name;
  throw new SitegradeError(
    'malformed_request',
    `The ${header} header ${issue}. Allowed is the name of a user: ${allowedUserName}. Change the name where the user logs in, or let the proxy send another one, such as an e-mail address.`,
  );
}

/** The name as it was sent: without `ignoreBOM`, a byte order mark would be lost. `undefined` if it is not in UTF-8. */
function decodedName(value: string): string | undefined {
  try {
    // Node reads headers as Latin-1.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(value, 'latin1'),
    );
  } catch {
    return undefined;
  }
}

/** A request may name the whole URL. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
}

function rangesOf(proxies: readonly string[]): BlockList {
  const ranges = new BlockList();
  for (const proxy of proxies.flatMap((each) => (each === 'loopback' ? loopback : each))) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    ranges.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return ranges;
}

const loopback = ['127.0.0.0/8', '::1'];

function includes(ranges: BlockList, peer = ''): boolean {
  const version = isIP(peer);
  return version !== 0 && ranges.check(peer, version === 6 ? 'ipv6' : 'ipv4');
}
