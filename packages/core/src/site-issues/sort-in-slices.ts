/** How many rows are sorted at once: some milliseconds. */
const runLength = 2_000;

/** Sorts rows without changing their array; equal rows keep their order. Pauses at each `yield`. */
export function* sortInSlices<Row>(
  rows: readonly Row[],
  compare: (a: Row, b: Row) => number,
): Generator<void, readonly Row[]> {
  let runs: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += runLength) {
    runs.push(rows.slice(start, start + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Row[])[] = [];
    for (let pair = 0; pair < runs.length; pair += 2) {
      merged.push(yield* merge(runs[pair] ?? [], runs[pair + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Row>(
  first: readonly Row[],
  second: readonly Row[],
  compare: (a: Row, b: Row) => number,
): Generator<void, readonly Row[]> {
  const merged: Row[] = [];
  let index = 0;
  for (const row of first) {
    for (let other = second[index]; other !== undefined; other = second[index]) {
      if (compare(other, row) >= 0) break;
      merged.push(other);
      if (++index % runLength === 0) yield;
    }
    merged.push(row);
    if (merged.length % runLength === 0) yield;
  }
  for (; index < second.length; index += runLength) {
    merged.push(...second.slice(index, index + runLength));
    yield;
  }
  return merged;
}
