/** One reader's share of the event loop. */
export interface Turns {
  /** Whether the time of this turn is used up. */
  readonly isOver: () => boolean;
  /** Waits for the next turn, and throws the signal's reason where it is aborted by then. */
  readonly next: () => Promise<void>;
}

const waiting: (() => void)[] = [];

/**
 * Takes turns with everything else in this process. All readers share one queue and only one of
 * them has its turn per round of the event loop: a hundred pages read at once cost the host's other
 * requests one turn each round, not a hundred.
 *
 * @param budgetMs - Milliseconds of work in a turn.
 * @param signal - Ends the work.
 */
export function takeTurns(budgetMs: number, signal?: AbortSignal): Turns {
  let start = performance.now();
  return {
    isOver: () => performance.now() - start >= budgetMs,
    next: async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(giveTurn);
      });
      signal?.throwIfAborted();
      start = performance.now();
    },
  };
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
