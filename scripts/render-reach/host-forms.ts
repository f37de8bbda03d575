import { type Goal, goalAt, siteHost } from './goals.ts';

/** Names with addresses that a guard may overlook. */
export const trickyNames = {
  [`mixed.${siteHost}`]: ['8.8.3.1', '10.79.0.1'],
  [`six.${siteHost}`]: ['fd00::79:2'],
  [`mapped.${siteHost}`]: ['::ffff:10.79.0.3'],
  [`nat64.${siteHost}`]: ['64:ff9b::a4f:4'],
  [`loopback.${siteHost}`]: ['127.0.0.1'],
  // Public for the first question, private for the second, and so on: the name is resolved again and again.
  [`rebind.${siteHost}`]: {
    sequence: Array.from({ length: 60 }, (_, index) => [index % 2 === 0 ? '8.8.3.5' : '10.79.0.5']),
  },
} as const;

const forms: readonly (readonly [host: string, address: string])[] = [
  ['192.168.79.1', '192.168.79.1'],
  ['172.16.79.1', '172.16.79.1'],
  ['100.64.79.1', '100.64.79.1'],
  ['169.254.169.254', '169.254.169.254'],
  ['127.0.0.1', '127.0.0.1'],
  ['127.79.0.1', '127.79.0.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['localhost', '127.0.0.1'],
  ['x.localhost', '127.0.0.1'],
  ['[::1]', '::1'],
  ['[fd00::79:1]', 'fd00::79:1'],
  ['[::ffff:10.79.0.10]', '10.79.0.10'],
  ['[64:ff9b::10.79.0.11]', '64:ff9b::a4f:b'],
  ['[2002:a4f:c::1]', '2002:a4f:c::1'],
  // 10.79.0.13 and following in other notations
  ['173998093', '10.79.0.13'],
  ['0x0a4f000e', '10.79.0.14'],
  ['012.0117.0.017', '10.79.0.15'],
  ['10.5177360', '10.79.0.16'],
  ...Object.keys(trickyNames).map((name) => [name, ''] as const),
];

/** Hosts that are, or lead to, private addresses, in forms that a guard may read differently. */
export const hostForms: readonly Goal[] = forms.map(([host, address]) =>
  goalAt(`host ${host}`, host, address),
);
