/** Does work for a host when it is that work's turn. */
export type HostSlots = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets so many pieces of work go on at once for each host, the others in the order in which they
 * came. Their clocks start when they do: waiting for one another is not the host's slowness.
 */
export function createHostSlots(atOnce: number): HostSlots {
  const hosts = new Map<string, { working: number; readonly waiting: (() => void)[] }>();
  return async (host, work) => {
    const slots = hosts.get(host) ?? { working: 0, waiting: [] };
    hosts.set(host, slots);
    if (slots.working >= atOnce) await new Promise<void>((start) => slots.waiting.push(start));
    else slots.working++;
    try {
      return await work();
    } finally {
      const next = slots.waiting.shift();
      if (next === undefined) slots.working--;
      else next();
    }
  };
}
