import type { CpuAccount } from './cpu-account.ts';

/** Time slices of one task on the event loop. */
export interface TimeSlices {
  /** Whether the slice has ended: its time is over, there was an `await`, or it has not begun. */
  readonly isOver: () => boolean;
  /** Waits for the next slice. Throws the signal's reason if it is aborted. */
  readonly next: () => Promise<void>;
}

/** A requested slice. */
interface Slice {
  readonly cpu: CpuAccount;
  readonly start: () => void;
}

/** Requested slices, by owner, then by analysis; the next one is first in its map. */
const owners = new Map<string, Map<CpuAccount, Slice[]>>();
let isScheduled = false;
let current: Slice | null = null;
let sliceStart = 0;
let measureWork = () => 0;

/**
 * Shares the event loop with everything else in this process. Each round of the event loop runs one
 * slice of work: round-robin over owners, and within an owner over analyses. So a hundred pages read
 * at once delay the host's other requests by one slice per round, and an owner with many analyses
 * gets no more time than an owner with one. The work of a slice is charged to the account.
 *
 * @param budgetMs - Milliseconds of work in a slice.
 * @param cpu - The analysis that the work belongs to.
 * @param signal - Aborts the work. Replaces the account's signal.
 */
export function takeSlices(
  budgetMs: number,
  cpu: CpuAccount,
  signal: AbortSignal | undefined = cpu.signal,
): TimeSlices {
  let own: Slice | null = null;
  return {
    isOver: () => own === null || own !== current || performance.now() - sliceStart >= budgetMs,
    next: async () => {
      await new Promise<void>((resolve) => {
        own = { cpu, start: resolve };
        enqueue(own);
      });
      signal?.throwIfAborted();
    },
  };
}

/** Runs work that can stop between its steps, in slices. */
export async function runInSlices<Result>(
  steps: Generator<void, Result>,
  slices: TimeSlices,
): Promise<Result> {
  for (;;) {
    if (slices.isOver()) await slices.next();
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the same work at once. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
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

/** Removes the next slice; its owner and its analysis go to the end of their queues. */
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
 * Node runs the two callbacks directly after each other. The microtasks of the first one run in between:
 * the work up to the next `await` of I/O or a timer. So work is charged, but waiting is not.
 */
function schedule(): void {
  isScheduled = true;
  setImmediate(beginSlice);
  setImmediate(endSlice);
}

function beginSlice(): void {
  current = takeNext();
  if (current === null) return;
  sliceStart = performance.now();
  measureWork = current.cpu.measure();
  current.start();
}

function endSlice(): void {
  const cpu = current?.cpu;
  current = null;
  if (owners.size > 0) schedule();
  else isScheduled = false;
  cpu?.charge(measureWork());
}
