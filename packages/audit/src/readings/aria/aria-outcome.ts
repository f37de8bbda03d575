import type { Outcome } from '../../outcome.ts';
import { countText } from '../count-text.ts';
import { shortList } from '../evidence.ts';
import { faultsOutcome } from '../faults-outcome.ts';
import type { AriaElement } from './aria-elements.ts';

/** An element with a fault, and what is wrong in a word: the role or attribute. */
export interface AriaFault {
  readonly tag: AriaElement['tag'];
  readonly what: string;
}

/**
 * The outcome of a check of elements, by the share of those that have a fault.
 *
 * @param count - How many elements were checked.
 * @param texts - As of {@link faultsOutcome}; the summary is made from the number of faults and the words that they are about.
 */
export function ariaOutcome(
  count: number,
  faults: readonly AriaFault[],
  texts: {
    readonly none: string;
    readonly fault: string;
    readonly summary: (count: number, such: string) => string;
  },
): Outcome {
  return faultsOutcome(count, faults, {
    ...texts,
    summary: (wrong) => {
      const words = shortList(new Set(faults.map(({ what }) => what))).slice(0, maxNamed);
      return texts.summary(wrong, words.join(', '));
    },
    value: { elements: count, wrong: faults.length },
    severity: 'by share',
  });
}

/** Words in a summary at most. */
const maxNamed = 3;

/** A number of elements with the word for them and a verb: "1 element has", "2 elements have". */
export function elements(count: number, [singular, plural]: readonly [string, string]): string {
  return `${countText(count)} ${count === 1 ? `element ${singular}` : `elements ${plural}`}`;
}
