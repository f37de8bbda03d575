import type { PageOutline } from '@sitegrade/core/store';
import { packJson, unpackJson } from './packed-json.ts';

/** Packs the outline of a page. */
export function packOutline(outline: PageOutline): Promise<Uint8Array> {
  return packJson(outline);
}

/**
 * Reads a packed outline.
 *
 * @throws SitegradeError `internal` for damaged bytes.
 */
export function unpackOutline(bytes: Uint8Array): Promise<PageOutline> {
  return unpackJson('outline of a page', bytes);
}
