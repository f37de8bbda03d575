/** The most similar of the known names, to suggest it; `undefined` if none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((other) => ({ other, distance: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(2, best.other.length * 0.4) ? best.other : undefined;
}

/** The number of characters to insert, delete or replace. */
function distance(from: string, to: string): number {
  // Names are short; a long argument would take long to compare.
  if (from.length > 100) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
