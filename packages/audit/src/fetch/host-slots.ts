/** Limits how much goes on at each host at a time. What is beyond the limit waits in order. */
export interface HostSlots {
  /** Takes a slot: at once, or when the returned promise resolves. Each must be left once. */
  enter(host: string): Promise<void> | undefined;
  leave(host: string): void;
}

/**
 * Creates slots.
 *
 * @param atOnce - How many each host has, which may change: what is beyond it ends, and nothing else begins before.
 */
export function createHostSlots(atOnce: (host: string) => number): HostSlots {
  const hosts = new Map<string, { used: number; readonly waiting: (() => void)[] }>();
  return {
    enter(host) {
      const slots = hosts.get(host) ?? { used: 0, waiting: [] };
      hosts.set(host, slots);
      if (slots.used >= atOnce(host))
        return new Promise<void>((start) => slots.waiting.push(start));
      slots.used += 1;
      return undefined;
    },
    leave(host) {
      const slots = hosts.get(host);
      if (slots === undefined) return;
      slots.used -= 1;
      while (slots.waiting.length > 0 && slots.used < atOnce(host)) {
        slots.used += 1;
        slots.waiting.shift()?.();
      }
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
 */
export function createHostSlot(
  slots: HostSlots,
  race: (waiting: Promise<void>) => Promise<void>,
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
      const waiting = slots.enter(host);
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
