/**
 * A size for people: kilobytes below one megabyte, both decimal, as browsers and networks count. Kilobytes
 * are rounded up, so that a size over a limit never reads like the limit.
 */
export function fileSizeText(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1000);
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
