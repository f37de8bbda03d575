import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { checkUrl, type UrlRules } from './check-url.ts';
import { fetchError } from './fetch-error.ts';

/** What a server agreed on in a TLS handshake. Plain JSON. */
export interface Handshake {
  /** `TLSv1.2`, `TLSv1.3`; `null` where it is not known. */
  readonly protocol: string | null;
  /** What it chose of HTTP/2 and HTTP/1.1: `h2`, `http/1.1`; `null` where it chose nothing. */
  readonly alpn: string | null;
  /** Who issued its certificate: an organisation, or a name where there is none. */
  readonly issuer: string | null;
  /** From when to when the certificate is valid: ISO dates. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** How a handshake is made. */
export interface HandshakeOptions {
  readonly rules: UrlRules;
  /** Makes a guarded connector that offers these protocols. */
  readonly connect: (alpnProtocols: readonly string[]) => buildConnector.connector;
}

/** HTTP/3 has no TLS over TCP: `Alt-Svc` tells of it. */
const offered = ['h2', 'http/1.1'];

/**
 * Offers HTTP/2 and HTTP/1.1 to a server, and closes the connection without a request.
 *
 * @throws SitegradeError with the `reason`; the connector's own where it is aborted.
 */
export async function shakeHands(target: URL, options: HandshakeOptions): Promise<Handshake> {
  const url = checkUrl(target, options.rules);
  if (url.protocol !== 'https:') throw fetchError('url_scheme');
  const { hostname, protocol, port, host } = url;
  const connect = options.connect(offered);
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    // An IPv6 address stands in brackets in a URL, and nowhere else.
    const asked = { hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port, host };
    connect(asked, (...[error, connected]) => {
      if (error === null) resolve(connected as TLSSocket);
      else reject(error);
    });
  });
  try {
    // Nothing is what a socket has that was closed in the meantime.
    const certificate: Partial<PeerCertificate> | null = socket.getPeerCertificate();
    return {
      protocol: socket.getProtocol(),
      alpn: socket.alpnProtocol || null,
      issuer: issuerOf(certificate?.issuer),
      validFrom: dateOf(certificate?.valid_from),
      validTo: dateOf(certificate?.valid_to),
    };
  } finally {
    socket.destroy();
  }
}

/** Each part of a name can come several times, or not at all, whatever the types say. */
function issuerOf(issuer: PeerCertificate['issuer'] | undefined): string | null {
  const [name] = [issuer?.O ?? issuer?.CN].flat();
  return name === undefined ? null : name.slice(0, 200).toWellFormed();
}

function dateOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
