import { type Collected, type Lists, listNames } from './collected.ts';

/** What had been collected when the body began. */
export interface BodyMark {
  readonly lengths: ReadonlyMap<keyof Lists, number>;
  readonly elements: number;
  readonly baseHref: string | null;
  readonly inlineStyles: number;
  readonly styleElements: number;
  readonly noscript: string;
  readonly ids: readonly string[];
}

/** Records what was collected before the body. */
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
 * Removes what was collected in the body: a frameset replaces it. Words need not be removed: after
 * visible text in the body, a frameset is ignored.
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
