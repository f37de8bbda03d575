import type { HostSlot } from './host-slots.ts';

/**
 * The slot of a connection that stays open when it is not used, such as one of a browser. It is held while the
 * connection is busy, as the slot of a request is: kept until the connection closes, the slots of a host would all
 * belong to idle connections, and every other request to that host would wait for the browser to end.
 */
export interface BusySlot {
  /** Call it before bytes are sent: takes the slot, at once if it is held already. */
  take(): Promise<void> | undefined;
  /** Call it when bytes arrive: the slot is left when no more follow. */
  received(): void;
  /** Leaves the slot for good. Can be called twice. */
  end(): void;
}

/** A host that sends nothing for this time after it sent something has responded. */
const quietMs = 250;

/**
 * Creates the slot, which is not taken yet.
 *
 * @param slot - Has none yet.
 * @param maxMs - The slot is left after this time, even if the host is still to respond: others may be waiting.
 */
export function createBusySlot(slot: HostSlot, host: string, maxMs: number): BusySlot {
  let isHeld = false;
  let isEnded = false;
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  const leave = () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    isHeld = false;
    slot.leave();
  };
  const enter = async () => {
    await slot.move(host);
    // It may have ended when its turn came.
    if (isEnded) return leave();
    isHeld = true;
    longest = setTimeout(leave, maxMs);
  };
  return {
    take() {
      clearTimeout(quiet);
      return isHeld ? undefined : enter();
    },
    received() {
      clearTimeout(quiet);
      if (isHeld) quiet = setTimeout(leave, quietMs);
    },
    end() {
      isEnded = true;
      leave();
    },
  };
}
