import { isIP } from 'node:net';
import type { RendererProxy } from '@sitegrade/core';
import { parseRemoteAddress, type RemoteAddress } from './remote-address.ts';

/** Options of `chromiumRenderer`. */
export interface ChromiumRendererOptions {
  /**
   * The path of Chromium, Chrome or Edge. Default: the environment variable `CHROME_PATH`, else the first one found
   * on this machine.
   */
  readonly executablePath?: string;
  /**
   * How many pages are loaded at once, 1 to 20, each in its own browser. Others wait. Those of one owner are one
   * less, so that other owners need not wait for them. Default: 2.
   */
  readonly pages?: number;
  /**
   * Whether Chromium isolates its processes from the machine. Default: `true`.
   *
   * **Risk:** with `false`, a page that exploits a bug of the browser runs code as the user of this process, with its
   * files, environment and network. Only do this in a container that has nothing else.
   */
  readonly sandbox?: boolean;
  /**
   * The address of a browser that someone else has started, in place of an installed one: `http://host:9222`, which is
   * asked for its WebSocket, or the `ws://` or `wss://` itself. It may have a password or a token, which no message
   * repeats. Each page has its own connection. The browser is never ended.
   *
   * **Risk:** only some of what protects your network from pages is enforced in it: that each page has a profile of its
   * own, and that its requests go through the proxy. It depends on how the browser was started whether pages can
   * reach the network of its machine over WebRTC, QUIC or DNS, whether it has a sandbox, and how much memory pages use;
   * others who use it can read along. Use one that is for sitegrade alone, in a network that has nothing else.
   */
  readonly trustedRemoteBrowser?: string;
  /**
   * Where the proxies of pages listen, and how the browser reaches them, if `trustedRemoteBrowser` is on another
   * machine or in another container: `{ listen: '0.0.0.0', host: 'sitegrade.internal' }`. Each page has one on a
   * random port while it is loaded, with random credentials, which are sent without TLS. Default: loopback.
   */
  readonly proxy?: RendererProxy;
}

const known = ['executablePath', 'pages', 'proxy', 'sandbox', 'trustedRemoteBrowser'];
const maxPages = 20;

/** What an installed browser is started with. */
export interface LocalBrowserSettings {
  readonly executablePath: string | undefined;
  readonly sandbox: boolean;
}

/** The options with their defaults. */
export interface RendererSettings extends LocalBrowserSettings {
  readonly pages: number;
  readonly remote: RemoteAddress | undefined;
  readonly proxy: RendererProxy | undefined;
}

/**
 * Validates the options at run time, as JavaScript callers have no types.
 *
 * @throws TypeError that names the option.
 */
export function validateRendererOptions(options: unknown): RendererSettings {
  if (!isObject(options)) throw invalid('options must be an object.');
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalid(`${unknown} is not an option. The options are ${known.join(', ')}.`);
  const { executablePath, pages = 2, sandbox = true } = options;
  if (executablePath !== undefined && !isText(executablePath))
    throw invalid('executablePath must be a path.');
  if (!Number.isSafeInteger(pages) || Number(pages) < 1 || Number(pages) > maxPages)
    throw invalid(`pages must be an integer from 1 to ${maxPages}.`);
  if (typeof sandbox !== 'boolean') throw invalid('sandbox must be a boolean.');
  return { executablePath, pages: Number(pages), sandbox, ...validateRemote(options) };
}

function validateRemote({
  trustedRemoteBrowser,
  proxy,
  ...others
}: Readonly<Record<string, unknown>>): Pick<RendererSettings, 'remote' | 'proxy'> {
  if (trustedRemoteBrowser === undefined) {
    if (proxy !== undefined)
      throw invalid('proxy needs trustedRemoteBrowser: an installed browser uses loopback.');
    return { remote: undefined, proxy };
  }
  // Without its value, which may have a password.
  const remote = isText(trustedRemoteBrowser) ? parseRemoteAddress(trustedRemoteBrowser) : null;
  if (remote === null)
    throw invalid('trustedRemoteBrowser must be a URL with http, https, ws or wss.');
  const local = ['executablePath', 'sandbox'].find((name) => others[name] !== undefined);
  if (local !== undefined)
    throw invalid(
      `${local} is for an installed browser. Leave out ${local} or trustedRemoteBrowser.`,
    );
  return { remote, proxy: proxy === undefined ? proxy : validateProxy(proxy) };
}

function validateProxy(proxy: unknown): RendererProxy {
  const { listen, host } = isObject(proxy) ? proxy : {};
  if (typeof listen !== 'string' || isIP(listen) === 0)
    throw invalid("proxy.listen must be an IP address of this machine, such as '0.0.0.0'.");
  if (typeof host !== 'string' || !isHost(host))
    throw invalid('proxy.host must be the name or the IP address of this machine, without a port.');
  return { listen, host: isIP(host) === 6 ? `[${host}]` : host };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true;
  return /^[\w.-]+$/.test(text) && URL.canParse(`http://${text}/`);
}

const invalid = (message: string) => new TypeError(`chromiumRenderer: ${message}`);
