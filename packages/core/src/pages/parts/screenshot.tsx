import type { VNode } from 'preact';
import { english as text } from '../english.ts';

/** The first screen of a page on a phone. */
export function Screenshot({
  url,
  jpeg,
}: {
  readonly url: string;
  readonly jpeg: Uint8Array;
}): VNode {
  return (
    <figure class="screenshot details-only">
      <img
        src={`data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`}
        alt={text.rendering.picture(url)}
        width="206"
        height="412"
      />
      <figcaption>{text.rendering.pictured}</figcaption>
    </figure>
  );
}
