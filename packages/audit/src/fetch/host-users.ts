/** How many reports and crawls of one process request each host now. */
export interface HostUsers {
  /** Counts one more. Each must leave once. */
  enter(host: string): void;
  leave(host: string): void;
  count(host: string): number;
}

/** Creates the counts of one network. */
export function createHostUsers(): HostUsers {
  const hosts = new Map<string, number>();
  const count = (host: string) => hosts.get(host) ?? 0;
  return {
    enter: (host) => void hosts.set(host, count(host) + 1),
    leave(host) {
      if (count(host) > 1) hosts.set(host, count(host) - 1);
      else hosts.delete(host);
    },
    count,
  };
}
