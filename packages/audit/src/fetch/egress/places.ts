import { createHostSlots } from '../host-slots.ts';

/** What has a place. */
interface Occupant {
  /** Aborts when it ends, which leaves its place. */
  readonly signal: AbortSignal;
  readonly race: <Result>(work: Promise<Result>) => Promise<Result>;
  end(): void;
}

/**
 * The connections of a browser that are served at a time. Browsers keep idle connections for minutes, and open one to
 * every host of a page: when others wait for a place, the one that has been idle for the longest time is ended, as
 * any server may do.
 */
interface Places {
  /** Takes a place, or waits for one. */
  take(occupant: Occupant): Promise<void>;
  /** Reports whether an occupant is in use. It is at first. */
  setBusy(occupant: Occupant, isBusy: boolean): void;
}

/** Creates places for as many. */
export function createPlaces(count: number): Places {
  const slots = createHostSlots(() => count);
  // In the order in which they became idle.
  const idle = new Set<Occupant>();
  let waiting = 0;
  const makeRoom = () => {
    const [longest] = idle;
    if (waiting > 0) longest?.end();
  };
  const wait = async (entered: Promise<void>, { race }: Occupant) => {
    waiting += 1;
    makeRoom();
    try {
      await race(entered);
    } catch (error) {
      void entered.then(() => slots.leave(''));
      throw error;
    } finally {
      waiting -= 1;
    }
  };
  return {
    async take(occupant) {
      const entered = slots.enter('');
      if (entered !== undefined) await wait(entered, occupant);
      const leave = () => {
        idle.delete(occupant);
        slots.leave('');
      };
      if (occupant.signal.aborted) leave();
      else occupant.signal.addEventListener('abort', leave);
    },
    setBusy(occupant, isBusy) {
      idle.delete(occupant);
      if (isBusy || occupant.signal.aborted) return;
      idle.add(occupant);
      makeRoom();
    },
  };
}
