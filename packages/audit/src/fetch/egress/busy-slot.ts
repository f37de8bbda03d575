import type { HostSlot } from '../host-slots.ts';

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

/** Options of {@link createBusySlot}. */
interface BusySlotOptions {
  /** Has no slot yet. */
  readonly slot: HostSlot;
  readonly host: string;
  /** The slot is left after this time, even if the host is still to respond: others may be waiting. */
  readonly maxMs: number;
  /** Called with `true` when the connection needs the slot, with `false` when it has left it. */
  readonly onChange: (isBusy: boolean) => void;
}

/** Creates the slot, which is not taken yet. */
export function createBusySlot({ slot, host, maxMs, onChange }: BusySlotOptions): BusySlot {
  let isHeld = false;
  let isEnded = false;
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  const leave = () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    isHeld = false;
    slot.leave();
    onChange(false);
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
      if (isHeld) return undefined;
      onChange(true);
      return enter();
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
