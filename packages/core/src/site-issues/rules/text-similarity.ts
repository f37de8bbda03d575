import { minHashSlot, minHashSlots } from '../min-hash-bytes.ts';
import type { Numbers } from '../numbers.ts';
import type { Site } from '../site.ts';

/** Lines on at least this many pages, and on more than this share of them, are those of a template. */
const shared = { pages: 5, share: 1 / 20 } as const;

/** Lines on at least this many pages, and on more than this share of them, are beside the content: a menu, a footer. */
const boilerplate = { pages: 3, share: 1 / 2 } as const;

/** Fewer slots say nothing. */
const leastSlots = 6;

/** The values of a slot. */
const values = 4_096;

/** How common the value of each slot is. */
type CommonTexts = Uint8Array;
const commonness = { own: 0, shared: 1, boilerplate: 2 } as const;

/** Finds what pages have in common because of their template: lines that many of them have word for word. */
export function* findCommonTexts(site: Site, pages: Numbers): Generator<null, CommonTexts> {
  const counts = new Uint32Array(minHashSlots * values);
  const compared = pages.length();
  for (let at = 0; at < compared; at++) {
    yield null;
    const hash = site.pages.get(pages.get(at))?.outline?.minHash;
    if (!hash) continue;
    for (let slot = 0; slot < minHashSlots; slot++) {
      const place = slot * values + minHashSlot(hash, slot);
      counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  const isOn = (number: number, { pages: least, share }: typeof shared | typeof boilerplate) =>
    number >= least && number > share * compared;
  const common = new Uint8Array(minHashSlots * values);
  for (let place = 0; place < counts.length; place++) {
    const number = counts[place] ?? 0;
    if (isOn(number, boilerplate)) common[place] = commonness.boilerplate;
    else if (isOn(number, shared)) common[place] = commonness.shared;
  }
  return common;
}

/** Texts with at least this share of their pairs of words in common are similar: with a tenth of the words changed, 68%. */
const leastSimilarity = 0.55;

/** With more slots that differ, no others can make texts similar. */
const mostDifferent = Math.floor((1 - leastSimilarity) * minHashSlots);

/** Whether two texts are similar, as their MinHashes show. */
export type TextComparison = (a: Uint8Array, b: Uint8Array) => boolean;

/**
 * Compares texts without what is common. Lines of a template count only where a text has nearly nothing else: then it is
 * a variant of another one. What is beside the content of most pages never counts.
 */
export function openTextComparison(texts: CommonTexts): TextComparison {
  return (a, b) => {
    let [equal, different, template] = [0, 0, 0];
    for (let slot = 0; slot < minHashSlots && different <= mostDifferent; slot++) {
      const [first, second] = [a[slot] ?? 0, b[slot] ?? 0];
      if (first !== second) {
        different++;
        continue;
      }
      if (first === 0) continue;
      const value = minHashSlot(a, slot);
      const isSameLine = value === minHashSlot(b, slot);
      const kind = isSameLine ? (texts[slot * values + value] ?? 0) : commonness.own;
      if (kind === commonness.own) equal++;
      else if (kind === commonness.shared) template++;
    }
    const own = equal + different;
    if (own >= leastSlots) return equal >= leastSimilarity * own;
    const all = own + template;
    return all >= leastSlots && equal + template >= leastSimilarity * all;
  };
}
