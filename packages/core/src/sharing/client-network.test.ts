import { expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002/64'],
  ['2001:DB8:1:2::', '20010db800010002/64'],
  ['2001:db8:1:3::', '20010db800010003/64'],
  ['fe80::1%eth0', 'fe80000000000000/64'],
  ['::1', '0000000000000000/64'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['192.0.2.1:443', 'unknown'],
  ['127.1', 'unknown'],
  [`${'9'.repeat(100_000)}`, 'unknown'],
  ['unix:', 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
