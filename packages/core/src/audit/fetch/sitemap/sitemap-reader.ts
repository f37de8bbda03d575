import type { SitemapFault, SitemapFile } from './sitemap-facts.ts';

/** What a reader says of a sitemap while it reads. */
export interface SitemapEvents {
  /** What it turned out to be. */
  readonly onKind: (kind: NonNullable<SitemapFile['kind']>) => void;
  /**
   * An address as written, and its line.
   *
   * @returns whether more of them are wanted.
   */
  readonly onEntry: (location: string, line: number) => boolean;
  readonly onFault: (fault: SitemapFault, line: number | null, text?: string) => void;
}

/** Reads a sitemap piece by piece, and keeps nothing of it. */
export interface SitemapReader {
  /** @returns whether it wants more. */
  readonly write: (text: string) => boolean;
  /**
   * To be called where the file ends.
   *
   * @returns whether that was the end of the sitemap, too.
   */
  readonly end: () => boolean;
}
