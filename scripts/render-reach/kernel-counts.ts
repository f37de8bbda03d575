import { readFileSync } from 'node:fs';

/** The name servers that a `resolv.conf` names. */
export function nameServersOf(resolvConf: string): readonly string[] {
  return [...resolvConf.matchAll(/^\s*nameserver\s+([\da-f.:]+)\s*$/gim)].map(
    ([, server = '']) => server,
  );
}

/**
 * The datagrams that were sent in this network, of both versions of IP.
 *
 * @param snmp - `/proc/net/snmp`
 * @param snmp6 - `/proc/net/snmp6`
 */
export function sentDatagrams(snmp: string, snmp6: string): number {
  const [, names = '', values = ''] = /^Udp: (.*)\nUdp: (.*)$/m.exec(snmp) ?? [];
  const index = names.split(' ').indexOf('OutDatagrams');
  const [, sent6] = /^Udp6OutDatagrams\s+(\d+)$/m.exec(snmp6) ?? [];
  const sent = values.split(' ')[index];
  if (sent === undefined || sent6 === undefined)
    throw new Error('The kernel does not count datagrams in /proc/net/snmp and /proc/net/snmp6.');
  return Number(sent) + Number(sent6);
}

/** {@link sentDatagrams} of now. */
export function sentDatagramsSoFar(): number {
  const read = (file: string) => readFileSync(`/proc/net/${file}`, 'utf8');
  return sentDatagrams(read('snmp'), read('snmp6'));
}

/**
 * The ports that are listened at on 127.0.0.1, which a page may know or guess.
 *
 * @param tcp - `/proc/net/tcp`
 */
export function loopbackPorts(tcp: string): readonly number[] {
  return [...tcp.matchAll(/^\s*\d+: 0100007F:([\dA-F]{4}) \S+ 0A /gm)].map(([, port = '']) =>
    Number.parseInt(port, 16),
  );
}
