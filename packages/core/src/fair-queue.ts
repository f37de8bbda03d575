/** Shares something that there is only so much of among owners, in turn. */
interface FairQueue {
  /**
   * Waits until `cost` is free, and takes it. Of the owners who wait, the one who holds least comes
   * first, then the one served longest ago; an owner's own requests are served in order.
   *
   * @param cost - How much to take; from 1. More than there is at all counts as all there is.
   * @param signal - Leaves the queue; its reason is what is thrown then.
   * @returns what gives it back. Calling it again does nothing.
   */
  acquire(ownerId: string, cost: number, signal?: AbortSignal): Promise<Release>;
  /** Requests of this owner that wait. */
  waitingOf(ownerId: string): number;
  /** How much is handed out. */
  readonly used: number;
  /** Requests of all owners that wait. */
  readonly waiting: number;
}

/**
 * Gives back what was acquired.
 *
 * @param keep - How much of it is still needed, until the next call; 0 by default.
 */
type Release = (keep?: number) => void;

interface Request {
  readonly cost: number;
  readonly start: () => void;
}

/** One owner's place: kept only while the owner holds or waits for anything. */
interface Lane {
  held: number;
  /** Counts up with each request served, over all lanes. */
  lastServed: number;
  readonly requests: Request[];
}

/**
 * Makes a queue that hands out at most `capacity` at a time. A request that is too large for what is
 * free right now holds up those behind it, so that small ones cannot keep it waiting for ever.
 *
 * @param capacity - How much there is: places, bytes; from 1.
 * @param perOwner - How much of it one owner may hold; from 1. An owner who is to wait because of it
 * holds up no one else. Default: all of it.
 * @example
 * ```ts
 * const places = createFairQueue(2);
 * const release = await places.acquire('user-1', 1, signal);
 * try {
 *   await work();
 * } finally {
 *   release();
 * }
 * ```
 */
export function createFairQueue(capacity: number, perOwner = capacity): FairQueue {
  const lanes = new Map<string, Lane>();
  let used = 0;
  let waiting = 0;
  let served = 0;

  const laneOf = (ownerId: string): Lane => {
    const known = lanes.get(ownerId);
    if (known) return known;
    // Behind those who wait already, as an owner who comes back must not pass them; but before the one
    // served last.
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
      if (request === undefined || lane.held + request.cost > perOwner) continue;
      if (next === undefined || comesBefore(lane, next)) next = lane;
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
  };

  return {
    async acquire(ownerId, cost, signal) {
      signal?.throwIfAborted();
      const taken = Math.min(cost, capacity, perOwner);
      const lane = laneOf(ownerId);
      await new Promise<void>((resolve, reject) => {
        const request: Request = {
          cost: taken,
          start: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        const leave = () => {
          lane.requests.splice(lane.requests.indexOf(request), 1);
          waiting -= 1;
          dropIdle(ownerId, lane);
          reject(signal?.reason);
          serve();
        };
        signal?.addEventListener('abort', leave, { once: true });
        lane.requests.push(request);
        waiting += 1;
        serve();
      });
      let held = taken;
      return (keep = 0) => {
        if (keep >= held) return;
        used -= held - keep;
        lane.held -= held - keep;
        held = keep;
        dropIdle(ownerId, lane);
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

function comesBefore(lane: Lane, other: Lane): boolean {
  return lane.held < other.held || (lane.held === other.held && lane.lastServed < other.lastServed);
}
