import type { DocumentedOperation } from '../document/documented-operation.ts';
import type { SentRequest } from '../request/sent-request.ts';

/** How often each operation was answered with each status. */
export interface Counts {
  readonly total: () => number;
  add(request: SentRequest, status: number): void;
  /** Answers by operation, or by what else a request was. */
  readonly byOperation: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** Counts from nothing, with a line for every operation. */
export function startCounts(operations: readonly DocumentedOperation[]): Counts {
  const lines = new Map<string, Map<number, number>>(
    operations.map(({ operationId }) => [operationId, new Map()]),
  );
  let total = 0;
  return {
    total: () => total,
    byOperation: lines,
    add({ meaning }, status) {
      total += 1;
      const name = meaning.kind === 'operation' ? meaning.operation.operationId : meaning.kind;
      const line = lines.get(name) ?? new Map<number, number>();
      lines.set(name, line.set(status, (line.get(status) ?? 0) + 1));
    },
  };
}

/** The share of answers that were a success or a 304. */
export function successShare({ byOperation, total }: Counts): number {
  let successes = 0;
  for (const line of byOperation.values()) {
    for (const [status, count] of line) if (status < 400) successes += count;
  }
  return total() === 0 ? 0 : successes / total();
}

/** Documented statuses that no request met: `listReports 503`. */
export function unmetStatuses(
  operations: readonly DocumentedOperation[],
  { byOperation }: Counts,
): readonly string[] {
  return operations.flatMap(({ operationId, statuses }) =>
    statuses
      .filter((status) => !byOperation.get(operationId)?.has(status))
      .map((status) => `${operationId} ${status}`),
  );
}

/** The counts as a table, a line an operation. */
export function countsTable({ byOperation }: Counts): string {
  const statuses = [...new Set([...byOperation.values()].flatMap((line) => [...line.keys()]))];
  statuses.sort((one, other) => one - other);
  const width = Math.max(...[...byOperation.keys()].map((name) => name.length));
  const cells = (values: readonly (number | string)[]) =>
    values.map((value) => String(value).padStart(6)).join('');
  return [
    `${''.padEnd(width)}${cells(statuses)}`,
    ...[...byOperation].map(
      ([name, line]) =>
        `${name.padEnd(width)}${cells(statuses.map((status) => line.get(status) ?? '.'))}`,
    ),
  ].join('\n');
}
