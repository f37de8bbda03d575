/** Numbers in typed arrays. */
export interface Numbers {
  readonly length: () => number;
  readonly push: (value: number) => void;
  readonly get: (index: number) => number;
  readonly set: (index: number, value: number) => void;
}

type TypedArray = Uint8Array | Int16Array | Int32Array | Uint32Array;

const chunkBits = 16;
const chunkLength = 1 << chunkBits;

/**
 * Opens numbers of one type, which begin with `zeros` zeros. They are in chunks, so that growing copies none: a copy of
 * a large array blocks the event loop, and takes its memory twice.
 */
export function openNumbers(type: new (length: number) => TypedArray, zeros = 0): Numbers {
  const chunks: TypedArray[] = [];
  let length = zeros;
  while (chunks.length * chunkLength < zeros) chunks.push(new type(chunkLength));
  return {
    length: () => length,
    push(value) {
      // Small tables are many: the first chunk begins small.
      const at = length & (chunkLength - 1);
      let chunk = chunks[length >>> chunkBits];
      if (chunk === undefined || at === chunk.length) {
        const grown = new type(length < chunkLength ? Math.max(64, 2 * at) : chunkLength);
        if (chunk !== undefined) grown.set(chunk);
        chunks[length >>> chunkBits] = grown;
        chunk = grown;
      }
      chunk[at] = value;
      length += 1;
    },
    get: (index) => chunks[index >>> chunkBits]?.[index & (chunkLength - 1)] ?? 0,
    set(index, value) {
      const chunk = chunks[index >>> chunkBits];
      if (chunk !== undefined) chunk[index & (chunkLength - 1)] = value;
    },
  };
}
