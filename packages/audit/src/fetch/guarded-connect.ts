import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import {
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
  connect as tlsConnect,
} from 'node:tls';
import type { buildConnector } from 'undici';
import { type AddressPolicy, isLoopbackAddress } from './address-policy.ts';
import { connectFailure, fetchError, localhostHint, localhostOptions } from './fetch-error.ts';
import { readInterimResponses } from './interim-responses.ts';
import { isLocalSite, type LocalSite } from './local-site.ts';
import { isLocalhost, isLoopbackHost, type Resolver } from './resolve.ts';

/** Options of {@link guardedConnect}. */
interface GuardedConnectOptions {
  readonly classifyAddress: AddressPolicy;
  readonly resolver: Pick<Resolver, 'resolve'>;
  /** The time limit for name resolution, TCP and TLS together. */
  readonly connectMs: number;
  /** The size of the head of a response. */
  readonly headerBytes: number;
  /** The trusted authorities, and the oldest version of TLS. Creating it takes as long as a request. */
  readonly secureContext: () => SecureContext;
  /** Connections to its URLs go to its server, without TLS. Default: there is none. */
  readonly localSite?: LocalSite | undefined;
  /** Aborts connections that are being set up, with the signal's reason. */
  readonly signal: AbortSignal;
  /** The protocols to offer in a TLS handshake. Default: only HTTP/1.1. */
  readonly alpnProtocols?: readonly string[];
  /**
   * Whether the connection carries any bytes, which must not be touched. Default: responses to undici, which get
   * {@link readInterimResponses}.
   */
  readonly isRaw?: boolean;
}

/** Node tries the next address after 250 ms by default, which is too short for slow hosts. */
const nextAddressMs = 1000;

/**
 * Creates a connector for undici that connects only to permitted addresses. It checks the addresses that
 * sockets really use, three times: an address in the URL, all addresses of a name (one that is not
 * permitted blocks the name), and the remote address after connecting, before anything is sent. The address of a local
 * site is not one of the URL, so there is nothing to check.
 */
export function guardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  const {
    classifyAddress,
    connectMs,
    headerBytes,
    secureContext,
    localSite,
    signal,
    alpnProtocols = ['http/1.1'],
    isRaw = false,
  } = options;
  return ({ hostname, protocol, port: writtenPort, servername }, callback) => {
    const isHttps = protocol === 'https:';
    const port = Number(writtenPort || (isHttps ? 443 : 80));
    const server = isLocalSite(localSite, { hostname, port }) ? localSite.serverPort : null;
    const secure = isHttps && server === null;
    const literal =
      isIP(hostname) === 0 || server !== null
        ? null
        : refusal(classifyAddress, [hostname], { hostname, port });
    if (literal !== null) return callback(literal, null);

    const state = { resolved: isIP(hostname) !== 0 || server !== null, settled: false };
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
          secureContext: secureContext(),
          ALPNProtocols: [...alpnProtocols],
          rejectUnauthorized: true,
        })
      : netConnect(server === null ? target : { host: '127.0.0.1', port: server });

    // An error with its stack costs as much as the rest of this, and every connection closes.
    const settle = (failure: (() => Error) | null) => {
      if (state.settled) return;
      state.settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (failure === null) {
        if (!isRaw && !isHttp2(socket)) readInterimResponses(socket, headerBytes);
        return callback(null, socket);
      }
      socket.destroy();
      callback(failure(), null);
    };
    const timer = setTimeout(() => {
      settle(() => fetchError(state.resolved ? 'connect_timeout' : 'dns_timeout'));
    }, connectMs);
    const onAbort = () => settle(() => signal.reason);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    socket.setNoDelay(true);
    socket.on('error', (error) => settle(() => connectFailure(error, secure)));
    socket.on('close', () =>
      settle(() => connectFailure(new Error('closed while connecting'), secure)),
    );
    socket.once('connect', () => {
      const peer =
        server === null
          ? refusal(classifyAddress, [socket.remoteAddress ?? ''], { hostname, port })
          : null;
      if (peer !== null || !secure) settle(peer === null ? null : () => peer);
    });
    socket.once('secureConnect', () => settle(null));
    return socket;
  };
}

/** A `lookup` function that returns addresses only if all of them are permitted. */
function guardedLookup(
  { classifyAddress, resolver }: GuardedConnectOptions,
  port: number,
  onResolved: () => void,
): LookupFunction {
  return (hostname, { all }, callback) => {
    const lookup = async () => {
      const addresses = permittedOf(await resolver.resolve(hostname), hostname);
      onResolved();
      const error = refusal(classifyAddress, addresses, { hostname, port });
      if (error !== null) throw error;
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    const permittedOf = (addresses: readonly string[], host: string): readonly string[] => {
      if (!isLocalhost(host)) return addresses;
      // Its two addresses are fixed, not resolved. If the operator allows one of them, it is used.
      const permitted = addresses.filter(
        (address) => refusal(classifyAddress, [address], { hostname: host, port }) === null,
      );
      return permitted.length > 0 ? permitted : addresses;
    };
    lookup().then(
      (addresses) => {
        const first = addresses[0];
        if (all || first === undefined) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

function refusal(
  classify: AddressPolicy,
  addresses: readonly string[],
  { hostname, port }: { readonly hostname: string; readonly port: number },
): Error | null {
  const verdicts = addresses.map((address) => classify(address, port));
  const bad = verdicts.findIndex((verdict) => verdict === 'denied' || verdict === 'not_public');
  if (bad < 0) return null;
  const address = addresses[bad] ?? '';
  if (verdicts[bad] === 'denied') {
    return fetchError('address_denied', { cause: new Error(`${address} port ${port}`) });
  }
  const cause = new Error(notPublic(address, port));
  // Only for what the URL says itself: the message must not reveal the address of any other name.
  const hint = isLoopbackHost(hostname) ? { hint: localhostHint } : {};
  return fetchError('address_blocked', { cause, ...hint });
}

/** The reason for the operator's log, with the option that allows the address. The caller never gets it. */
function notPublic(address: string, port: number): string {
  if (isLoopbackAddress(address)) {
    return `${address} port ${port} is this machine. In development, ${localhostOptions}, allows it.`;
  }
  const entry = isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
  return `${address} port ${port} is not public. network.allowAddresses: ['${entry}'] allows it.`;
}

/** The result of a TLS handshake. Plain JSON. */
export interface Handshake {
  /** `TLSv1.2`, `TLSv1.3`; `null` if unknown. */
  readonly protocol: string | null;
  /** The negotiated protocol: `h2` or `http/1.1`; `null` if the server chose none. */
  readonly alpn: string | null;
  /** The issuer of the certificate: its organisation, or its common name. */
  readonly issuer: string | null;
  /** The validity of the certificate, as ISO dates. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** The result of the handshake of an open connection. */
export function handshakeOf(socket: TLSSocket): Handshake {
  // A socket that was closed in the meantime has no certificate.
  const certificate: Partial<PeerCertificate> | null = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol(),
    alpn: socket.alpnProtocol || null,
    issuer: issuerOf(certificate?.issuer),
    validFrom: dateOf(certificate?.valid_from),
    validTo: dateOf(certificate?.valid_to),
  };
}

function isHttp2(socket: Socket): boolean {
  return isTls(socket) && socket.alpnProtocol === 'h2';
}

/** The server of a local site speaks no TLS. */
export function isTls(socket: Socket): socket is TLSSocket {
  return 'getPeerCertificate' in socket;
}

/** Contrary to the types, each part of a name can be repeated or missing. */
function issuerOf(issuer: PeerCertificate['issuer'] | undefined): string | null {
  const [name] = [issuer?.O ?? issuer?.CN].flat();
  return name === undefined ? null : name.slice(0, 200).toWellFormed();
}

function dateOf(text: string | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
