import { expect, it } from 'vitest';
import { loopbackPorts, nameServersOf, sentDatagrams } from './kernel-counts.ts';

it('reads the name servers of a machine', () => {
  const text =
    '# nameserver 192.0.2.9\nnameserver 192.0.2.1\n  nameserver fd00::53\nsearch a.test\n';
  expect(nameServersOf(text)).toEqual(['192.0.2.1', 'fd00::53']);
});

it('reads how many datagrams were sent', () => {
  const snmp =
    'Udp: InDatagrams NoPorts InErrors OutDatagrams\nUdp: 1 2 3 40\nUdpLite: InDatagrams OutDatagrams\nUdpLite: 5 6\n';
  const snmp6 = 'Udp6InDatagrams \t7\nUdp6OutDatagrams                \t2\n';
  expect(sentDatagrams(snmp, snmp6)).toBe(42);
  expect(() => sentDatagrams('', snmp6)).toThrow('does not count datagrams');
});

it('reads which ports are listened at on loopback', () => {
  const tcp = `  sl  local_address rem_address   st tx_queue
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000
   1: 0100007F:1F91 0100007F:1F90 01 00000000:00000000
   2: 00000000:0050 00000000:0000 0A 00000000:00000000`;
  expect(loopbackPorts(tcp)).toEqual([8080]);
});
