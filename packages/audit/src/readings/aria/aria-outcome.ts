import type { Outcome } from '../../outcome.ts';
import { countText } from '../count-text.ts';
import { maxEvidence, shortList, tagEvidence } from '../evidence.ts';
import { pointsOfShare } from '../points-of-share.ts';
import type { AriaElement } from './aria-elements.ts';

/** An element with a fault, and what is wrong in a word: the role or attribute. */
export interface AriaFault {
  readonly tag: AriaElement['tag'];
  readonly what: string;
}

/**
 * The outcome of a check of elements: the share of those that are right.
 *
 * @param count - How many elements were checked.
 * @param nothing - Why the check does not apply if there is nothing to check: "No element has a role."
 * @param texts - The summary for faults, from their number and the words that they are about; and for none.
 */
export function ariaOutcome(
  count: number,
  faults: readonly AriaFault[],
  nothing: string,
  texts: {
    readonly fail: (count: number, such: string) => string;
    readonly pass: (count: number) => string;
  },
): Outcome {
  if (count === 0) return { status: 'na', summary: nothing };
  const value = { elements: count, wrong: faults.length };
  if (faults.length === 0) return { status: 'pass', summary: texts.pass(count), value };
  const words = shortList(new Set(faults.map(({ what }) => what))).slice(0, maxNamed);
  return {
    status: faults.length === count ? 'fail' : 'warn',
    summary: texts.fail(faults.length, words.join(', ')),
    value,
    evidence: faults.slice(0, maxEvidence).map(({ tag }) => tagEvidence(tag)),
    points: pointsOfShare(faults.length, count),
  };
}

/** Words in a summary at most. */
const maxNamed = 3;

/** A number of elements with the word for them and a verb: "1 element has", "2 elements have". */
export function elements(count: number, [singular, plural]: readonly [string, string]): string {
  return `${countText(count)} ${count === 1 ? `element ${singular}` : `elements ${plural}`}`;
}
