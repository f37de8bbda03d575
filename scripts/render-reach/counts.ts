import { isPublicAddress } from '../../packages/audit/src/fetch/address-policy.ts';

/** A TCP connection or a datagram that arrived at a server of the network. */
export interface Arrival {
  readonly protocol: 'tcp' | 'udp';
  /** Where it was sent to. */
  readonly address: string;
  readonly port: number;
  /** Whether this process sent it, and not the browser. */
  readonly isOwn: boolean;
  /** The ways that the paths of its requests name. */
  readonly ways: ReadonlySet<string>;
}

/** What arrived by one way. */
export interface Count {
  /** At addresses that are not public. */
  readonly private: number;
  /** At public addresses, from the browser itself. */
  readonly direct: number;
  /** At public addresses, from this process, for the browser. */
  readonly guarded: number;
}

/** What arrived while pages were open. */
export interface Measurement {
  readonly arrivals: readonly Arrival[];
  /** Questions to the name server of the machine, which only the browser asks. */
  readonly questions: readonly string[];
  /** Datagrams that were sent to anywhere else than name servers, as the kernel counts them. */
  readonly strayDatagrams: number;
}

const none: Count = { private: 0, direct: 0, guarded: 0 };

/**
 * Counts what arrived by way: the way that a path names, else the one whose address it is, else the address.
 *
 * @param wayOf - The way that an address belongs to.
 */
export function countByWay(
  arrivals: readonly Arrival[],
  wayOf: (address: string) => string | undefined,
): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const arrival of arrivals) {
    const { address, port, protocol, ways } = arrival;
    const named = ways.size > 0 ? [...ways] : [wayOf(address) ?? `${protocol} ${address} ${port}`];
    for (const way of named) {
      const count = counts.get(way) ?? none;
      const kind = kindOf(arrival);
      counts.set(way, { ...count, [kind]: count[kind] + 1 });
    }
  }
  return counts;
}

/** Whether an arrival is one that must not happen: at a private address, or not from this process. */
function isLeak(arrival: Arrival): boolean {
  return kindOf(arrival) !== 'guarded';
}

function kindOf({ address, isOwn }: Arrival): keyof Count {
  if (!isPublicAddress(address)) return 'private';
  return isOwn ? 'guarded' : 'direct';
}

/** What a browser with the flags and the proxy has reached, and must not have. Empty if nothing. */
export function leaksOf({ arrivals, questions, strayDatagrams }: Measurement): readonly string[] {
  const leaks = arrivals.filter(isLeak).map(({ protocol, address, port, isOwn, ways }) => {
    const from = isOwn ? 'the guard' : 'the browser';
    return `${protocol} from ${from} to ${address} port ${port}, by ${[...ways].join(', ') || 'an unknown way'}`;
  });
  const asked = [...new Set(questions)].map((name) => `a question for the addresses of ${name}`);
  const datagrams =
    strayDatagrams > 0 ? [`${strayDatagrams} datagrams, as the kernel counts them`] : [];
  return [...leaks, ...asked, ...datagrams];
}

/** Ways by which a plain browser reached nothing, although it should have: they prove nothing. */
export function unprovenWays(
  ways: readonly { readonly id: string; readonly quiet?: string | undefined }[],
  control: ReadonlyMap<string, Count>,
): readonly string[] {
  return ways
    .filter(({ quiet }) => quiet === undefined)
    .filter(({ id }) => {
      const { private: reached, direct } = control.get(id) ?? none;
      return reached + direct === 0;
    })
    .map(({ id }) => id);
}
