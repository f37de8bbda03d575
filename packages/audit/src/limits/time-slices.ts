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

/** The turn of an analysis among those of its owner. */
interface Turn {
  /** Lower ones are served first. */
  readonly position: number;
  leftMs: number;
}

/**
 * Milliseconds of work in a turn. Most pages need less: they are done one after the other, so that the facts of only
 * one of them are in memory.
 */
const turnMs = 50;

/** Requested slices, by owner, then by analysis; the next owner is first. */
const owners = new Map<string, Map<CpuAccount, Slice[]>>();
const turns = new WeakMap<CpuAccount, Turn>();
let turnsGiven = 0;
let isScheduled = false;
let current: Slice | null = null;
let sliceStart = 0;
let measureWork = () => 0;

/**
 * Shares the event loop with everything else in this process. Each round of the event loop runs one
 * slice of work: round-robin over owners, and within an owner in turns of its analyses, each of several
 * slices. So a hundred pages read at once delay the host's other requests by one slice per round, and an
 * owner with many analyses gets no more time than an owner with one. The work of a slice is charged to the
 * account.
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
  let slice: Slice | null = null;
  return {
    isOver: () => slice === null || slice !== current || performance.now() - sliceStart >= budgetMs,
    next: async () => {
      await new Promise<void>((resolve) => {
        slice = { cpu, start: resolve };
        enqueue(slice);
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
  turnOf(cpu);
  if (!isScheduled) schedule();
}

/** Removes the next slice; its owner goes to the end of the queue. */
function takeNext(): Slice | null {
  const [[ownerId, analyses] = []] = owners;
  if (ownerId === undefined || !analyses) return null;
  const cpu = [...analyses.keys()].reduce((first, other) =>
    turnOf(other).position < turnOf(first).position ? other : first,
  );
  const slices = analyses.get(cpu);
  const slice = slices?.shift();
  if (!slices || !slice) return null;
  if (slices.length === 0) analyses.delete(cpu);
  owners.delete(ownerId);
  if (analyses.size > 0) owners.set(ownerId, analyses);
  return slice;
}

/** The turn that an analysis has or waits for. */
function turnOf(cpu: CpuAccount): Turn {
  return turns.get(cpu) ?? giveTurn(cpu);
}

/** Gives an analysis a turn after all others that have one. */
function giveTurn(cpu: CpuAccount): Turn {
  const turn = { position: turnsGiven++, leftMs: turnMs };
  turns.set(cpu, turn);
  return turn;
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
  if (cpu === undefined) return;
  const ms = measureWork();
  const turn = turnOf(cpu);
  turn.leftMs -= ms;
  if (turn.leftMs <= 0) giveTurn(cpu);
  cpu.charge(ms);
}
