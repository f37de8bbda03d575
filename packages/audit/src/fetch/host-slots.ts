/** Limits how much goes on at each host at a time. What is beyond the limit waits in order. */
export interface HostSlots {
  /**
   * Takes a slot: at once, or when the returned promise resolves. Each must be left once.
   *
   * @param most - Takes it only while fewer slots of the host than this are used. Default: as many as the host has.
   */
  enter(host: string, most?: number): Promise<void> | undefined;
  leave(host: string): void;
}

/** The slots of a host. */
interface Slots {
  used: number;
  readonly waiting: { readonly most: number; readonly start: () => void }[];
}

/**
 * Creates slots.
 *
 * @param atOnce - How many each host has, which may change: what is beyond it ends, and nothing else begins before.
 */
export function createHostSlots(atOnce: (host: string) => number): HostSlots {
  const hosts = new Map<string, Slots>();
  const startWaiting = (host: string, slots: Slots) => {
    for (let next = slots.waiting[0]; next !== undefined; next = slots.waiting[0]) {
      if (slots.used >= Math.min(atOnce(host), next.most)) return;
      slots.waiting.shift();
      slots.used += 1;
      next.start();
    }
  };
  return {
    enter(host, most = Number.POSITIVE_INFINITY) {
      const slots = hosts.get(host) ?? { used: 0, waiting: [] };
      hosts.set(host, slots);
      // The limit may have risen since others began to wait.
      startWaiting(host, slots);
      if (slots.waiting.length > 0 || slots.used >= Math.min(atOnce(host), most)) {
        return new Promise<void>((start) => slots.waiting.push({ most, start }));
      }
      slots.used += 1;
      return undefined;
    },
    leave(host) {
      const slots = hosts.get(host);
      if (slots === undefined) return;
      slots.used -= 1;
      startWaiting(host, slots);
      if (slots.used === 0) hosts.delete(host);
    },
  };
}

/** The slot of one request, which follows redirects to other hosts. */
export interface HostSlot {
  /** Takes a slot of this host, and leaves that of the host before. */
  move(host: string): Promise<void>;
  /** Leaves the slot. Can be called twice. */
  leave(): void;
}

/**
 * Creates the slot of a request, which has none at first.
 *
 * @param race - Waits for a slot, or throws when the request is aborted.
 * @param most - As of `enter` of {@link HostSlots}.
 */
export function createHostSlot(
  slots: HostSlots,
  race: (waiting: Promise<void>) => Promise<void>,
  most?: number,
): HostSlot {
  let current: string | undefined;
  const leave = () => {
    if (current !== undefined) slots.leave(current);
    current = undefined;
  };
  return {
    async move(host) {
      if (host === current) return;
      leave();
      const waiting = slots.enter(host, most);
      try {
        if (waiting !== undefined) await race(waiting);
      } catch (error) {
        void waiting?.then(() => slots.leave(host));
        throw error;
      }
      current = host;
    },
    leave,
  };
}
