/** A count as texts in English show it: `12,345`. Cheaper than `toLocaleString`, which reports would call often. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
