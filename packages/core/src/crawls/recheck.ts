import { createHash } from 'node:crypto';

/** Within this many crawls in a row, each page is read once although it seems unchanged: servers may be wrong about it. */
export const crawlsInRow = 30;

/**
 * Whether a page is read again although it seems unchanged.
 *
 * @param generation - How many crawls in a row kept results of the one before.
 */
export function isDueForRecheck(url: string, generation: number): boolean {
  const turn = createHash('sha256').update(url).digest().readUInt32BE() % crawlsInRow;
  return turn === generation % crawlsInRow;
}
