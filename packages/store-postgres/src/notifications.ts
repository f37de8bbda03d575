/** Tickets for workers of other processes, as the text of a notification. */
export interface Notified {
  /** How many jobs are due now. */
  readonly count: number;
  /** Milliseconds until the next one is due, if any is due later. */
  readonly delayMs?: number;
}

/** More tickets wake no more workers. */
const maxCount = 10_000;

/** The tickets of both. */
export function merge(first: Notified | undefined, second: Notified): Notified {
  if (first === undefined) return second;
  const delays = [first, second].flatMap(({ delayMs }) => delayMs ?? []);
  return {
    count: Math.min(first.count + second.count, maxCount),
    ...(delays.length > 0 && { delayMs: Math.min(...delays) }),
  };
}

/** The text for tickets of the process with this id. */
export function toPayload(processId: string, { count, delayMs }: Notified): string {
  return [processId, Math.min(count, maxCount), ...(delayMs === undefined ? [] : [delayMs])].join(
    ' ',
  );
}

/** The tickets of other processes; `undefined` for those of this one. A text that is not known is one ticket. */
export function fromPayload(processId: string, payload: string): Notified | undefined {
  const [, from, count, delayMs] = /^(\S+) (\d{1,5})(?: (\d{1,15}))?$/.exec(payload) ?? [];
  if (from === processId) return undefined;
  return {
    count: count === undefined ? 1 : Number(count),
    ...(delayMs !== undefined && { delayMs: Number(delayMs) }),
  };
}
