import { type Collected, type Lists, listNames } from './collected.ts';

/** How much had been collected when the body began. */
export interface BodyMark {
  readonly lengths: ReadonlyMap<keyof Lists, number>;
  readonly elements: number;
  readonly baseHref: string | null;
  readonly inlineStyles: number;
  readonly styleElements: number;
  readonly noscript: string;
  readonly ids: readonly string[];
}

/** Remembers what comes before the body. */
export function markBody(collected: Collected): BodyMark {
  const { elements, baseHref, inlineStyles, styleElements, noscript, ids } = collected;
  return {
    lengths: new Map(listNames.map((name) => [name, collected[name].length])),
    elements,
    baseHref,
    inlineStyles,
    styleElements,
    noscript,
    ids: [...ids],
  };
}

/**
 * Forgets what was in the body: a frameset takes its place. There are no words among it: where the
 * body shows any, no frameset may come.
 */
export function dropBody(collected: Collected, mark: BodyMark): void {
  for (const [name, length] of mark.lengths) collected[name].length = length;
  collected.elements = mark.elements;
  collected.baseHref = mark.baseHref;
  collected.inlineStyles = mark.inlineStyles;
  collected.styleElements = mark.styleElements;
  collected.noscript = mark.noscript;
  collected.ids = new Set(mark.ids);
  collected.labels.clear();
}
