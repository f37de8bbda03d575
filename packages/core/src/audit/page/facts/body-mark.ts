import type { Collected, Lists } from './collected.ts';

const lists = ['titles', 'metas', 'links', 'headings', 'images', 'anchors'] as const;

/** How much had been collected when the body began. */
export interface BodyMark {
  readonly lengths: Readonly<Record<keyof Lists, number>>;
  readonly elements: number;
  readonly baseHref: string | null;
}

/** Remembers what comes before the body. */
export function markBody(collected: Collected): BodyMark {
  return {
    lengths: {
      titles: collected.titles.length,
      metas: collected.metas.length,
      links: collected.links.length,
      headings: collected.headings.length,
      images: collected.images.length,
      anchors: collected.anchors.length,
    },
    elements: collected.elements,
    baseHref: collected.baseHref,
  };
}

/**
 * Forgets what was in the body: a frameset takes its place. There are no words among it: where the
 * body shows any, no frameset may come.
 */
export function dropBody(collected: Collected, mark: BodyMark): void {
  for (const list of lists) collected[list].length = mark.lengths[list];
  collected.elements = mark.elements;
  collected.baseHref = mark.baseHref;
}
