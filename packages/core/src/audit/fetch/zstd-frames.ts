const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/**
 * Splits a zstd body into its frames (RFC 8878 §3.1), without unpacking anything. `null` where it
 * does not end with a whole frame. Node 22 reads the first frame alone, and takes one that breaks
 * off for an empty one, so neither can be left to it.
 */
export function zstdFrames(body: Uint8Array): readonly Uint8Array[] | null {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const frames: Uint8Array[] = [];
  try {
    for (let at = 0; at < body.length; ) {
      const magic = view.getUint32(at, true);
      const end =
        (magic & 0xfffffff0) >>> 0 === skippableMagic
          ? at + 8 + view.getUint32(at + 4, true)
          : frameEnd(view, at);
      if (end === null || end > body.length) return null;
      if (magic === frameMagic) frames.push(body.subarray(at, end));
      at = end;
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return frames;
}

/** Where the frame that begins at `at` ends; `null` where none begins there. */
function frameEnd(view: DataView, at: number): number | null {
  if (view.getUint32(at, true) !== frameMagic) return null;
  const descriptor = view.getUint8(at + 4);
  const singleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = singleSegment ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const checksumBytes = (descriptor & 4) !== 0 ? 4 : 0;

  let block = at + 5 + windowBytes + dictionaryBytes + sizeBytes;
  for (let last = false; !last; ) {
    const header = view.getUint8(block) | (view.getUint16(block + 1, true) << 8);
    const type = (header >> 1) & 3;
    if (type === 3) return null;
    last = (header & 1) === 1;
    block += 3 + (type === 1 ? 1 : header >> 3);
  }
  return block + checksumBytes;
}
