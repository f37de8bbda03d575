/** Rows of bytes of one length, numbered from 0, in chunks: as objects, a hundred thousand would take ten times as much. */
interface ByteRows {
  /** Adds a row, and returns its number. */
  readonly add: (row: Uint8Array) => number;
  /** The row with this number: a view, not a copy. */
  readonly get: (number: number) => Uint8Array;
}

const rowsPerChunk = 1_024;

/** Opens a list of rows of `length` bytes. */
export function openByteRows(length: number): ByteRows {
  const chunks: Uint8Array[] = [];
  let rows = 0;
  return {
    add(row) {
      const place = rows % rowsPerChunk;
      if (place === 0) chunks.push(new Uint8Array(rowsPerChunk * length));
      chunks.at(-1)?.set(row.subarray(0, length), place * length);
      rows += 1;
      return rows - 1;
    },
    get(number) {
      const start = (number % rowsPerChunk) * length;
      return (
        chunks[Math.floor(number / rowsPerChunk)]?.subarray(start, start + length) ??
        new Uint8Array(length)
      );
    },
  };
}
