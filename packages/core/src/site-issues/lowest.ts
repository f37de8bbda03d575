/** The most URLs of a finding. */
const mostUrls = 20;

/** Adds a number to a sorted list of at most {@link mostUrls}, unless it is higher than all of a full one. */
export function addLowest(lowest: number[], number: number): void {
  if (lowest.length === mostUrls && number >= (lowest.at(-1) ?? 0)) return;
  const place = lowest.findIndex((other) => other > number);
  lowest.splice(place < 0 ? lowest.length : place, 0, number);
  if (lowest.length > mostUrls) lowest.pop();
}
