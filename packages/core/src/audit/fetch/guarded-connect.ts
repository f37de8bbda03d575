import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import {
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
  connect as tlsConnect,
} from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { refuseAbsurdLength } from './announced-length.ts';
import { connectFailure, fetchError } from './fetch-error.ts';
import { checkUrl, type UrlRules } from './parse-target.ts';
import { isLocalhost, type Resolver } from './resolve.ts';

/** What a connection needs to know. */
interface GuardedConnectOptions {
  readonly judgeAddress: AddressPolicy;
  readonly resolver: Pick<Resolver, 'resolve'>;
  /** For name look-up, TCP and TLS together. */
  readonly connectMs: number;
  readonly secureContext?: SecureContext | undefined;
  /** Closes what is still connecting; its reason becomes the error. */
  readonly signal: AbortSignal;
  /** Protocols to offer in a TLS handshake. Default: HTTP/1.1 alone, which is all that is spoken. */
  readonly alpnProtocols?: readonly string[];
}

/** A slow but healthy host needs more than Node's 250 ms before its next address is tried. */
const nextAddressMs = 1000;

/**
 * Opens connections for undici, to permitted addresses only. The guard is here, where the address
 * that is judged is the one that is connected to, and it stands three times: for an address written
 * in the URL, for every address a name has (one that is not permitted refuses them all), and for
 * the address at the other end once connected, before anything is sent.
 */
export function guardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const { judgeAddress, connectMs, secureContext, signal, alpnProtocols = ['http/1.1'] } = options;
  return ({ hostname, protocol, port: writtenPort, servername }, callback) => {
    const secure = protocol === 'https:';
    const port = Number(writtenPort || (secure ? 443 : 80));
    const literal = isIP(hostname) === 0 ? null : refusal(judgeAddress, [hostname], port);
    if (literal !== null) return callback(literal, null);

    const state = { resolved: isIP(hostname) !== 0, settled: false };
    const lookup = guardedLookup(options, port, () => {
      state.resolved = true;
    });
    const target = {
      host: hostname,
      port,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressMs,
    };
    const socket: Socket = secure
      ? tlsConnect({
          ...target,
          ...(isIP(hostname) === 0 && { servername: servername || hostname }),
          ...(secureContext !== undefined && { secureContext }),
          ALPNProtocols: [...alpnProtocols],
          minVersion: 'TLSv1.2',
          rejectUnauthorized: true,
        })
      : netConnect(target);

    const settle = (error: Error | null) => {
      if (state.settled) return;
      state.settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (error === null) {
        refuseAbsurdLength(socket);
        return callback(null, socket);
      }
      socket.destroy();
      callback(error, null);
    };
    const timer = setTimeout(() => {
      settle(fetchError(state.resolved ? 'connect_timeout' : 'dns_timeout'));
    }, connectMs);
    const onAbort = () => settle(signal.reason);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    socket.setNoDelay(true);
    socket.on('error', (error) => settle(connectFailure(error, secure)));
    socket.on('close', () => settle(connectFailure(new Error('closed while connecting'), secure)));
    socket.once('connect', () => {
      const peer = refusal(judgeAddress, [socket.remoteAddress ?? ''], port);
      if (peer !== null || !secure) settle(peer);
    });
    socket.once('secureConnect', () => settle(null));
    return socket;
  };
}

/** A `lookup` for sockets that hands out addresses only where all of them are permitted. */
function guardedLookup(
  { judgeAddress, resolver }: GuardedConnectOptions,
  port: number,
  onResolved: () => void,
): LookupFunction {
  return (hostname, { all }, callback) => {
    const answer = async () => {
      const addresses = permittedOf(await resolver.resolve(hostname), hostname);
      onResolved();
      const error = refusal(judgeAddress, addresses, port);
      if (error !== null) throw error;
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    const permittedOf = (addresses: readonly string[], host: string): readonly string[] => {
      if (!isLocalhost(host)) return addresses;
      // Its two addresses are known, not answered: an operator who allows one means that one.
      const permitted = addresses.filter(
        (address) => refusal(judgeAddress, [address], port) === null,
      );
      return permitted.length > 0 ? permitted : addresses;
    };
    answer().then(
      (addresses) => {
        const first = addresses[0];
        if (all || first === undefined) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

function refusal(judge: AddressPolicy, addresses: readonly string[], port: number): Error | null {
  const verdicts = addresses.map((address) => judge(address, port));
  const bad = verdicts.findIndex((verdict) => verdict === 'denied' || verdict === 'not_public');
  if (bad < 0) return null;
  const failure = verdicts[bad] === 'denied' ? 'address_denied' : 'address_blocked';
  return fetchError(failure, { cause: new Error(`${addresses[bad]} port ${port}`) });
}

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
interface HandshakeOptions {
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
