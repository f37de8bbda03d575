import type { Mutant } from '../mutant.ts';
import { inFetch } from './in-file.ts';

const control = '/[\\x00-\\x20\\x7f\\\\]|\\p{Surrogate}/u';

/** What is judged of a URL before anybody is asked. */
export const gateMutants: readonly Mutant[] = [
  ...inFetch('parse-target', [
    [
      'gate: length before it is normalised',
      "if (input.length > maxUrlLength) throw fetchError('url_too_long');",
      '',
      'parse-target',
    ],
    [
      'gate: no control characters',
      control,
      '/[\\\\]|\\p{Surrogate}/u',
      'parse-target',
      'U(29|30|32)',
    ],
    ['gate: no backslash', control, '/[\\x00-\\x20\\x7f]|\\p{Surrogate}/u', 'parse-target', 'U27'],
    ['gate: no DEL', control, '/[\\x00-\\x20\\\\]|\\p{Surrogate}/u', 'parse-target', 'U32'],
    ['gate: no lone surrogate', control, '/[\\x00-\\x20\\x7f\\\\]/u', 'parse-target', 'U32'],
    [
      'gate: two slashes and a host',
      "if (authority === undefined || authority === '') throw fetchError('url_invalid');",
      'if (authority === undefined) return { url: checkUrl(new URL(absolute), rules), schemeAssumed: false };',
      'parse-target',
      'U(28|35)',
    ],
    [
      'gate: scheme rule as typed',
      "if (scheme !== null && scheme !== 'http' && scheme !== 'https') throw fetchError('url_scheme');",
      '',
      'parse-target',
      'U33',
    ],
    [
      'gate: user name, even an empty one',
      "if (authority.includes('@')) throw fetchError('url_userinfo');",
      '',
      'parse-target',
    ],
    [
      'gate: a host and a port are no scheme',
      'return /^[^/?#]*:\\d+(?:[/?#]|$)/.test(input) ? null : scheme;',
      'return scheme;',
      'parse-target',
    ],
  ]),
  ...inFetch('check-url', [
    [
      'every URL: scheme rule',
      "if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fetchError('url_scheme');",
      '',
      'private-addresses',
      'judges each URL again',
    ],
    [
      'every URL: user name rule',
      "if (url.username !== '' || url.password !== '') throw fetchError('url_userinfo');",
      '',
      'follow-redirects',
      'N09',
    ],
    [
      'every URL: host name rule',
      "if (!isHost(host)) throw fetchError('url_invalid');",
      '',
      'parse-target',
      'U39',
    ],
    [
      'every URL: at most 253 characters of host',
      'host.length <= 253 && ',
      '',
      'parse-target',
      'U39',
    ],
    ['every URL: labels of 1 to 63', '/^.{1,63}$/', '/^.{0,64}$/', 'parse-target', 'U39'],
    [
      'every URL: port rule',
      "if (!rules.allowsPort(portOf(url))) throw fetchError('url_port');",
      '',
      'follow-redirects',
      'a port that may not',
    ],
    [
      'every URL: length once normalised',
      "if (url.href.length > maxUrlLength) throw fetchError('url_too_long');",
      '',
      'parse-target',
      'U40',
    ],
    [
      'every URL: denyHosts',
      "if (rules.deniesHost(url.hostname)) throw fetchError('host_blocked');",
      '',
      'follow-redirects',
      'list of hosts',
    ],
    ['every URL: no dot after the host', 'url.hostname = host;', '', 'parse-target', 'U(38|45)'],
    ['every URL: no fragment', "url.hash = '';", '', 'parse-target', 'U38'],
  ]),
  ...inFetch('network', [
    [
      'network: port 0 is never one',
      'Number.isInteger(port) && Number(port) >= 1 &&',
      'Number.isInteger(port) &&',
      'parse-target',
      'port 0',
    ],
    [
      'network: the four ports by default',
      'ports = defaultPorts }',
      "ports = 'any' }",
      'parse-target',
      'U36',
    ],
  ]),
  ...inFetch('host-rules', [
    [
      'denyHosts: whole labels',
      'host.endsWith(suffix)',
      'host.endsWith(suffix.slice(1))',
      'parse-target',
      'U45',
    ],
    [
      'denyHosts: compared in one spelling',
      "canonicalHost(form?.[2] ?? '')",
      "(form?.[2] ?? '')",
      'parse-target',
      'U45',
    ],
  ]),
];
