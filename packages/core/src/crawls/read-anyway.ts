import { createHash } from 'node:crypto';

/** In so many crawls in a row, each page is read once although it seems unchanged: servers may be wrong about it. */
export const crawlsInRow = 30;

/**
 * Whether it is the turn of a page to be read anyway.
 *
 * @param generation - How many crawls in a row kept results of the one before.
 */
export function isTurnOf(url: string, generation: number): boolean {
  const turn = createHash('sha256').update(url).digest().readUInt32BE() % crawlsInRow;
  return turn === generation % crawlsInRow;
}
