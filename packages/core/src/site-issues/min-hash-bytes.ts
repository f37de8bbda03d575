/** The slots of {@link PageOutline.minHash}: a byte each, and half a byte of the line. */
export const minHashSlots = 64;

/** The bytes of a MinHash. */
export const minHashBytes = 1.5 * minHashSlots;

/** The bytes of the MinHash of an outline; `null` if there is none of this form. */
export function readMinHash(minHash: string | null | undefined): Uint8Array | null {
  if (!minHash) return null;
  const bytes = Buffer.from(minHash, 'base64url');
  return bytes.length === minHashBytes ? bytes : null;
}

/** A slot as a number below 4096: the byte of its hash, 0 if it is empty, and the half byte of the line. */
export function minHashSlot(bytes: Uint8Array, slot: number): number {
  const halves = bytes[minHashSlots + (slot >>> 1)] ?? 0;
  return ((bytes[slot] ?? 0) << 4) | ((halves >>> (4 * (slot & 1))) & 0xf);
}
