import type { Mutant } from '../mutant.ts';
import { fetchFolder, inFetch } from './in-file.ts';

/** What is judged where connections are opened. */
export const connectionMutants: readonly Mutant[] = [
  ...inFetch('guarded-connect', [
    [
      'connection: an address in the URL is judged',
      'if (literal !== null) return callback(literal, null);',
      '',
      'private-addresses',
    ],
    [
      'connection: every answer is judged, not the first',
      'const error = refusal(judgeAddress, addresses, port);',
      'const error = refusal(judgeAddress, addresses.slice(0, 1), port);',
      'guarded-connect',
      'N0[24]',
    ],
    [
      'connection: one bad answer refuses them all',
      'const error = refusal(judgeAddress, addresses, port);',
      'const error = addresses.every((a) => refusal(judgeAddress, [a], port)) ? refusal(judgeAddress, addresses, port) : null;',
      'guarded-connect',
      'N0[24]',
    ],
    [
      'connection: answers are judged before connecting',
      'if (error !== null) throw error;',
      '',
      'guarded-connect',
      'N0[124]',
    ],
    [
      'connection: the peer is judged',
      "const peer = refusal(judgeAddress, [socket.remoteAddress ?? ''], port);",
      'const peer = null as Error | null;',
      'guarded-connect',
      'before anything is sent',
    ],
    [
      'connection: the peer is judged before TLS begins',
      'if (peer !== null || !secure) settle(peer);',
      'if (!secure) settle(peer);',
      'guarded-connect',
      'before anything is sent',
    ],
    [
      'connection: what is refused is closed',
      '      socket.destroy();\n      callback(error, null);',
      '      callback(error, null);',
      'guarded-connect',
    ],
    [
      'connection: its timer',
      "      settle(fetchError(state.resolved ? 'connect_timeout' : 'dns_timeout'));",
      '',
      'tls',
      'stalls',
    ],
    [
      'connection: its timer covers names',
      "      settle(fetchError(state.resolved ? 'connect_timeout' : 'dns_timeout'));",
      "      if (state.resolved) settle(fetchError('connect_timeout'));",
      'resolve',
      'silent.test',
    ],
    [
      'connection: set-up ends with the signal',
      "signal.addEventListener('abort', onAbort);",
      '',
      'guarded-connect',
      'ends with the signal',
    ],
    [
      'connection: the other addresses are tried',
      'autoSelectFamily: true,',
      'autoSelectFamily: false,',
      'guarded-connect',
      'N05',
    ],
    [
      'connection: absurd lengths are told apart',
      'refuseAbsurdLength(socket);',
      '',
      'read-body',
      'N14 Content-Length',
    ],
    [
      'TLS: certificates are verified',
      'rejectUnauthorized: true,',
      'rejectUnauthorized: false,',
      'tls',
      'N26',
    ],
    [
      'TLS: names are verified',
      'rejectUnauthorized: true,',
      'rejectUnauthorized: true, checkServerIdentity: () => undefined,',
      'tls',
      'N26',
    ],
  ]),
  ...inFetch('guarded-connect', [
    ['TLS: none older than 1.2', "minVersion: 'TLSv1.2',", '', 'tls', 'TLS 1.1 alone.*well-known'],
  ]),
  ...inFetch('network', [
    [
      'TLS: none older than 1.2, whoever is trusted',
      ", minVersion: 'TLSv1.2' });",
      ' });',
      'tls',
      'TLS 1.1 alone.*of its own',
    ],
    [
      'TLS: nobody else is trusted unless told to',
      '...(trustedCertificates.length > 0 && { secureContext: trusting(trustedCertificates) }),',
      '',
      'tls',
      'that is fine',
    ],
  ]),
  ...inFetch('resolve', [
    [
      'names: both families are asked for',
      'Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)])',
      'Promise.allSettled([Promise.resolve<string[]>([]), resolver.resolve4(host)])',
      'guarded-connect',
      'N04',
    ],
    [
      'names: localhost is asked of nobody',
      "if (isLocalhost(host)) return ['127.0.0.1', '::1'];",
      '',
      'guarded-connect',
      'asks nobody',
    ],
    [
      'names: silence is told from absence',
      'codes.some((code) => noAnswer.has(String(code)))',
      'codes.length === 0',
      'resolve',
      'silence|silent',
    ],
  ]),
  {
    name: 'TLS: HTTP/2 is not spoken',
    changes: [
      {
        file: `${fetchFolder}guarded-connect.ts`,
        find: 'ALPNProtocols: [...alpnProtocols],',
        replace: "ALPNProtocols: ['h2', ...alpnProtocols],",
      },
      { file: `${fetchFolder}fetcher.ts`, find: 'allowH2: false,', replace: 'allowH2: true,' },
    ],
    tests: `${fetchFolder}tls.test.ts`,
    by: 'HTTP/1.1',
  },
  {
    name: 'connection: no proxy is taken from the environment',
    changes: [
      {
        file: `${fetchFolder}fetcher.ts`,
        find: "import { Agent } from 'undici';",
        replace: "import { EnvHttpProxyAgent as Agent } from 'undici';",
      },
    ],
    tests: `${fetchFolder}fetcher.test.ts`,
    by: 'N28',
  },
];
