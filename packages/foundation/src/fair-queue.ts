/** Shares a limited resource fairly among owners. */
export interface FairQueue {
  /**
   * Waits until `cost` is free, and acquires it. The waiting owner that holds least is served first, then
   * the one that was served longest ago. Requests of one owner are served in order.
   *
   * @param cost - The amount to acquire; at least 1, at most the capacity. More than an owner may have is acquired by
   * an owner that holds nothing.
   * @param signal - Removes the request from the queue, which then throws the signal's reason.
   * @returns a function that releases the amount.
   */
  acquire(ownerId: string, cost: number, signal?: AbortSignal): Promise<Release>;
  /**
   * Waits until 1 is free that no other request could have, and acquires it. These requests are served in
   * order.
   *
   * @param signal - Removes the request from the queue, which then throws the signal's reason.
   * @returns a function that releases it.
   */
  acquireUnused(signal?: AbortSignal): Promise<Release>;
  /** The number of waiting requests of this owner. */
  waitingOf(ownerId: string): number;
  /** The amount that is in use. */
  readonly used: number;
  /** The number of waiting requests of all owners, without those for what is unused. */
  readonly waiting: number;
}

/**
 * Releases an acquired amount. Calling it again has no effect.
 *
 * @param keep - The part to keep until the next call. Default: 0.
 */
type Release = (keep?: number) => void;

interface Request {
  readonly cost: number;
  readonly start: () => void;
}

/** The state of one owner, kept while the owner holds or waits for anything. */
interface Lane {
  held: number;
  /** The number of the last served request, counted over all lanes. */
  lastServed: number;
  readonly requests: Request[];
}

/**
 * Creates a queue with a capacity. A request that does not fit blocks later ones, so that small requests
 * cannot delay a large one forever.
 *
 * @param capacity - The total amount, such as a number of slots or bytes; at least 1.
 * @param perOwner - The maximum amount of one owner; at least 1. An owner at this limit does not block
 * others. Default: the capacity.
 * @example
 * ```ts
 * const slots = createFairQueue(2);
 * const release = await slots.acquire('user-1', 1, signal);
 * try {
 *   await work();
 * } finally {
 *   release();
 * }
 * ```
 */
export function createFairQueue(capacity: number, perOwner = capacity): FairQueue {
  const lanes = new Map<string, Lane>();
  /** Starts the requests for what is unused. */
  const forUnused: (() => void)[] = [];
  let used = 0;
  let waiting = 0;
  let served = 0;

  const laneOf = (ownerId: string): Lane => {
    const known = lanes.get(ownerId);
    if (known) return known;
    // After owners that wait already, so that a returning owner does not overtake them, but before the
    // owner served last.
    const lane: Lane = { held: 0, lastServed: served - 0.5, requests: [] };
    lanes.set(ownerId, lane);
    return lane;
  };
  const dropIdle = (ownerId: string, lane: Lane): void => {
    if (lane.held === 0 && lane.requests.length === 0) lanes.delete(ownerId);
  };
  const nextLane = (): Lane | undefined => {
    let next: Lane | undefined;
    for (const lane of lanes.values()) {
      const [request] = lane.requests;
      if (request === undefined) continue;
      if (lane.held > 0 && lane.held + request.cost > perOwner) continue;
      if (next === undefined || isServedBefore(lane, next)) next = lane;
    }
    return next;
  };
  const serve = (): void => {
    for (let lane = nextLane(); lane !== undefined; lane = nextLane()) {
      const request = lane.requests[0];
      if (request === undefined || used + request.cost > capacity) return;
      lane.requests.shift();
      waiting -= 1;
      used += request.cost;
      lane.held += request.cost;
      lane.lastServed = served += 1;
      request.start();
    }
    while (used < capacity) {
      const start = forUnused.shift();
      if (start === undefined) return;
      used += 1;
      start();
    }
  };

  return {
    async acquire(ownerId, cost, signal) {
      signal?.throwIfAborted();
      const granted = Math.min(cost, capacity);
      const lane = laneOf(ownerId);
      await new Promise<void>((resolve, reject) => {
        const request: Request = {
          cost: granted,
          start: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        const abort = () => {
          lane.requests.splice(lane.requests.indexOf(request), 1);
          waiting -= 1;
          dropIdle(ownerId, lane);
          reject(signal?.reason);
          serve();
        };
        signal?.addEventListener('abort', abort, { once: true });
        lane.requests.push(request);
        waiting += 1;
        serve();
      });
      let held = granted;
      return (keep = 0) => {
        if (keep >= held) return;
        used -= held - keep;
        lane.held -= held - keep;
        held = keep;
        dropIdle(ownerId, lane);
        serve();
      };
    },
    async acquireUnused(signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const abort = () => {
          forUnused.splice(forUnused.indexOf(start), 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        forUnused.push(start);
        serve();
      });
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        used -= 1;
        serve();
      };
    },
    waitingOf: (ownerId) => lanes.get(ownerId)?.requests.length ?? 0,
    get used() {
      return used;
    },
    get waiting() {
      return waiting;
    },
  };
}

function isServedBefore(lane: Lane, other: Lane): boolean {
  return lane.held < other.held || (lane.held === other.held && lane.lastServed < other.lastServed);
}
