/** The reports and crawls of one process, by the hosts that they request. */
export interface HostUsers {
  /** Adds a report or a crawl, which requests no host yet. */
  join(): HostUser;
}

interface HostUser {
  /** Counts it at a host, once. */
  enter(host: string): void;
  /** Whether no other requests the host, and few request any: with many, a core is busy. */
  isAlone(host: string): boolean;
  /** Leaves all hosts. Can be called twice. */
  leave(): void;
}

/**
 * How many may request hosts while one counts as alone. From about five reports at a time on, one core is busy, and the CPU
 * time of further connections costs more time than they save: a quarter more for a report with twice as many requests at
 * a time (docs/adr/0012).
 */
const fewUsers = 5;

/** Creates the list of one network. */
export function createHostUsers(): HostUsers {
  const hosts = new Map<string, number>();
  const countOf = (host: string) => hosts.get(host) ?? 0;
  let users = 0;
  return {
    join() {
      const own = new Set<string>();
      let hasLeft = false;
      return {
        enter(host) {
          if (hasLeft || own.has(host)) return;
          if (own.size === 0) users += 1;
          own.add(host);
          hosts.set(host, countOf(host) + 1);
        },
        isAlone: (host) => users <= fewUsers && countOf(host) === Number(own.has(host)),
        leave() {
          hasLeft = true;
          if (own.size > 0) users -= 1;
          for (const host of own) {
            if (countOf(host) > 1) hosts.set(host, countOf(host) - 1);
            else hosts.delete(host);
          }
          own.clear();
        },
      };
    },
  };
}
