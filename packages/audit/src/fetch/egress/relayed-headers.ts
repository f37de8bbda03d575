/**
 * Headers between a proxy and its neighbours (RFC 9110 section 7.6.1), and those that frame a message or name its
 * host, which the sender of the next hop writes itself. `Expect` is fulfilled by the proxy.
 */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers that a proxy passes on, in their order: all but those of the hop, among them every header that
 * `Connection` names.
 *
 * @param raw - Alternating names and values.
 */
export function relayedHeaders(raw: readonly string[]): string[] {
  const pairs = Array.from({ length: raw.length >> 1 }, (_, index) => {
    const [name = '', value = ''] = raw.slice(2 * index, 2 * index + 2);
    return { name, value, key: name.toLowerCase() };
  });
  const named = pairs
    .filter(({ key }) => key === 'connection')
    .flatMap(({ value }) => value.toLowerCase().split(','))
    .map((name) => name.trim());
  const dropped = new Set([...hopByHop, ...named]);
  return pairs.flatMap(({ name, value, key }) => (dropped.has(key) ? [] : [name, value]));
}
