/**
 * Compares strings by code point, which is the order of UTF-8 bytes and of stores. That of UTF-16 units, which `<` uses,
 * differs where a character has two of them.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [first, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (first !== other) return rankOf(first) - rankOf(other);
  }
  return a.length - b.length;
}

/** Surrogates come after all units that are a separate character. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
