const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/** Bytes that unpacking may have to keep; HTTP allows no more (RFC 9659 §3). Unlimited it is 2 GiB. */
const largestWindow = 8 * 1024 * 1024;

/**
 * Splits a zstd body into its frames (RFC 8878 §3.1), without unpacking anything. `null` where it
 * does not end with a whole frame, or one asks for more memory than HTTP allows. Node 22 reads the first frame alone, and takes one that breaks
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

/** Where the frame that begins at `at` ends; `null` where none begins there that may be unpacked. */
function frameEnd(view: DataView, at: number): number | null {
  if (view.getUint32(at, true) !== frameMagic) return null;
  const descriptor = view.getUint8(at + 4);
  const singleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = singleSegment ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const checksumBytes = (descriptor & 4) !== 0 ? 4 : 0;

  const size = at + 5 + windowBytes + dictionaryBytes;
  const window = singleSegment ? sizeAt(view, size, sizeBytes) : windowOf(view.getUint8(at + 5));
  if (window > largestWindow) return null;

  let block = size + sizeBytes;
  for (let last = false; !last; ) {
    const header = view.getUint8(block) | (view.getUint16(block + 1, true) << 8);
    const type = (header >> 1) & 3;
    if (type === 3) return null;
    last = (header & 1) === 1;
    block += 3 + (type === 1 ? 1 : header >> 3);
  }
  return block + checksumBytes;
}

/** A window descriptor: five bits of exponent, three of eighths (RFC 8878 §3.1.1.1.2). */
function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** A frame of a single segment has no window but its own size; two bytes count from 256. */
function sizeAt(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  if (bytes === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}
