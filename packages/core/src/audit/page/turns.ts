import type { CpuAccount } from '../cpu-account.ts';

/** One reader's share of the event loop. */
export interface Turns {
  /** Whether there is no time left: the slice is used up, has ended with a wait, or is yet to begin. */
  readonly isOver: () => boolean;
  /** Waits for the next slice, and throws the signal's reason where it is aborted by then. */
  readonly next: () => Promise<void>;
}

/** A slice that was asked for. */
interface Slice {
  readonly cpu: CpuAccount;
  readonly start: () => void;
}

/** Slices asked for, by owner, then by analysis; who comes next is first in its map. */
const owners = new Map<string, Map<CpuAccount, Slice[]>>();
let isScheduled = false;
let current: Slice | null = null;
let startedAt = 0;
let worked = () => 0;

/**
 * Takes turns with everything else in this process. Only one slice of work is given per round of the
 * event loop, whoever asks: to owners in turn, and of an owner to the analyses in turn. So a hundred
 * pages read at once cost the host's other requests one slice each round, and an owner with many
 * analyses gets no more than one with a single one. What is done in a slice is charged to the account.
 *
 * @param budgetMs - Milliseconds of work in a slice.
 * @param cpu - The analysis that the work belongs to.
 * @param signal - Ends the work, in place of the account's signal.
 */
export function takeTurns(
  budgetMs: number,
  cpu: CpuAccount,
  signal: AbortSignal | undefined = cpu.signal,
): Turns {
  let own: Slice | null = null;
  return {
    isOver: () => own === null || own !== current || performance.now() - startedAt >= budgetMs,
    next: async () => {
      await new Promise<void>((resolve) => {
        own = { cpu, start: resolve };
        enqueue(own);
      });
      signal?.throwIfAborted();
    },
  };
}

function enqueue(slice: Slice): void {
  const { cpu } = slice;
  const analyses = owners.get(cpu.ownerId) ?? new Map<CpuAccount, Slice[]>();
  owners.set(cpu.ownerId, analyses);
  const slices = analyses.get(cpu) ?? [];
  analyses.set(cpu, slices);
  slices.push(slice);
  if (!isScheduled) schedule();
}

/** Takes the slice that comes next; its owner and its analysis go to the end of their queues. */
function takeNext(): Slice | null {
  const [[ownerId, analyses] = []] = owners;
  const [[cpu, slices] = []] = analyses ?? [];
  const slice = slices?.shift();
  if (ownerId === undefined || !analyses || !cpu || !slices || !slice) return null;
  analyses.delete(cpu);
  if (slices.length > 0) analyses.set(cpu, slices);
  owners.delete(ownerId);
  if (analyses.size > 0) owners.set(ownerId, analyses);
  return slice;
}

/**
 * Node runs the two one right after the other; in between runs what the first sets off, up to its next
 * wait for anything but a promise of this slice. So that is what is charged, and no wait is.
 */
function schedule(): void {
  isScheduled = true;
  setImmediate(beginSlice);
  setImmediate(endSlice);
}

function beginSlice(): void {
  current = takeNext();
  if (current === null) return;
  startedAt = performance.now();
  worked = current.cpu.measure();
  current.start();
}

function endSlice(): void {
  const cpu = current?.cpu;
  current = null;
  if (owners.size > 0) schedule();
  else isScheduled = false;
  cpu?.charge(worked());
}
