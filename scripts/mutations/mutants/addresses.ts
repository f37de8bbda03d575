import type { Mutant } from '../mutant.ts';
import { inFetch, type Row } from './in-file.ts';

const special = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32'],
  ...['169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24'],
  ...['192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20'],
];

/** Each block in turn becomes one address that nobody asks about. */
const blocks = special.map<Row>((range) => [
  `addresses: ${range} is special`,
  `range: '${range}'`,
  range.includes(':') ? "range: '2a00:bad::bad/128'" : "range: '9.9.9.99/32'",
  'address-policy',
  '^the classifier refuses',
]);

/** Which addresses are public. */
export const addressMutants: readonly Mutant[] = [
  ...inFetch('special-addresses', [
    ...blocks,
    [
      'addresses: IPv6 only of 2000::/3',
      "range: '2000::/3'",
      "range: '::/0'",
      'address-policy',
      '^the classifier refuses',
    ],
  ]),
  ...inFetch('address-policy', [
    [
      'addresses: no ISATAP',
      ' && !isIsatap(address)',
      '',
      'address-policy',
      '^the classifier refuses',
    ],
    [
      'addresses: no ISATAP, universal ids either',
      'address[8] === 0 || address[8] === 2',
      'address[8] === 0',
      'address-policy',
      '^the classifier refuses',
    ],
    [
      'addresses: NAT64 refused by default',
      'nat64 = false }',
      'nat64 = true }',
      'address-policy',
      'disguises',
    ],
    [
      'addresses: NAT64 judged by what is inside',
      'return judge(formatIpv4(address.subarray(12)), port);',
      "return 'public';",
      'address-policy',
      'NAT64',
    ],
    [
      'addresses: the list of denied ones comes first',
      "if (deny.some((range) => rangeHolds(range, address, port))) return 'denied';",
      '',
      'address-policy',
      'denies before',
    ],
    [
      'addresses: what is no address is not public',
      "if (address === null) return 'not_public';",
      "if (address === null) return 'public';",
      'address-policy',
      'no address',
    ],
  ]),
  ...inFetch('address-range', [
    [
      'addresses: an allowed port is one port',
      'if (range.port !== null && range.port !== port) return false;',
      '',
      'address-policy',
      'on the port named',
    ],
    [
      'addresses: families are kept apart',
      'if (range.address.length !== address.length) return false;',
      '',
      'address-policy',
      'begins alike',
    ],
    [
      'addresses: bits beyond whole bytes count',
      'return different >> (8 - spare) === 0;',
      'return different >= 0;',
      'address-policy',
      'counts bits',
    ],
  ]),
  ...inFetch('ip-address', [
    [
      'addresses: none with a zone',
      " && !text.includes('%')",
      '',
      'address-policy',
      '^the classifier refuses',
    ],
  ]),
  ...inFetch('network', [
    [
      'network: NAT64 refused unless asked for',
      'const { nat64 = false,',
      'const { nat64 = true,',
      'guarded-connect',
      'N04',
    ],
    [
      'network: denyAddresses reaches the judge',
      "deny: ranges('denyAddresses', options.denyAddresses),",
      'deny: [],',
      'guarded-connect',
      'operator',
    ],
  ]),
];
