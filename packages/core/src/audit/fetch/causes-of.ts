/** An error and all that it wraps: its chain of causes, and each error of an `AggregateError`. */
export function causesOf(error: unknown): readonly Error[] {
  const found = new Set<Error>();
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && found.size < 32) {
    const next = waiting.shift();
    if (!(next instanceof Error) || found.has(next)) continue;
    found.add(next);
    waiting.push(next.cause);
    if (next instanceof AggregateError) waiting.push(...next.errors);
  }
  return [...found];
}
