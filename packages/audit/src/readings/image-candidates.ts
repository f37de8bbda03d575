import { valueLimit } from '../url/web-url.ts';

/**
 * What is wrong with a `srcset`. `invalid`: browsers ignore an image whose descriptor they cannot read. `mixed`:
 * widths and densities in one list. `duplicate`: of images with the same descriptor, browsers use only the first.
 */
export type CandidateFault = 'invalid' | 'mixed' | 'duplicate';

interface Candidate {
  readonly url: string;
  /** The descriptors after the URL, separated by spaces. */
  readonly descriptors: string;
}

/** The rules for a `srcset`: https://html.spec.whatwg.org/multipage/images.html#srcset-attributes */
export function faultsOfSrcset(srcset: string): readonly CandidateFault[] {
  // The last image of a long list may be cut.
  const all = candidatesIn(srcset);
  const candidates = srcset.length >= valueLimit ? all.slice(0, -1) : all;
  const faults = new Set<CandidateFault>();
  const urls = new Map<string, string>();
  let widths = 0;
  for (const { url, descriptors } of candidates) {
    const descriptor = descriptorOf(descriptors);
    if (descriptor === null) {
      faults.add('invalid');
      continue;
    }
    if (descriptor.endsWith('w')) widths++;
    const known = urls.get(descriptor);
    if (known === undefined) urls.set(descriptor, url);
    else if (known !== url) faults.add('duplicate');
  }
  const densities = [...urls.keys()].some((descriptor) => descriptor.endsWith('x'));
  if (widths > 0 && densities) faults.add('mixed');
  return [...faults];
}

/** A valid width or density, as `400w` or `1.5x`; `1x` without one; `null` if it is invalid. */
function descriptorOf(descriptors: string): string | null {
  if (descriptors === '') return '1x';
  const width = /^0*([1-9]\d{0,8})w(?:[\t\n\f\r ]+0*[1-9]\d{0,8}h)?$/.exec(descriptors)?.[1];
  if (width !== undefined) return `${width}w`;
  const density = /^(?:\d{1,9}(?:\.\d{1,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,3})?(?=x$)/.exec(
    descriptors,
  )?.[0];
  return density === undefined ? null : `${Number(density)}x`;
}

/**
 * The images of a list. A URL ends at white space, and may contain commas; a comma after it or after its
 * descriptors separates it from the next one.
 * Source: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
 */
function candidatesIn(srcset: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const url = /[\t\n\f\r ,]*([^\t\n\f\r ]*)/y;
  const descriptors = /[^,(]*(?:\([^)]*\)?[^,(]*)*/y;
  for (;;) {
    const written = url.exec(srcset)?.[1] ?? '';
    if (written === '') return candidates;
    let end = written.length;
    while (written.charAt(end - 1) === ',') end--;
    if (end < written.length) {
      candidates.push({ url: written.slice(0, end), descriptors: '' });
      continue;
    }
    descriptors.lastIndex = url.lastIndex;
    candidates.push({ url: written, descriptors: descriptors.exec(srcset)?.[0].trim() ?? '' });
    url.lastIndex = descriptors.lastIndex;
  }
}

/**
 * Whether a `sizes` has a length that browsers ignore: a percentage, or a number without a unit.
 * Source: https://html.spec.whatwg.org/multipage/images.html#sizes-attributes
 */
export function hasFaultySizes(sizes: string): boolean {
  const whole = sizes.length >= valueLimit ? sizes.slice(0, sizes.lastIndexOf(',')) : sizes;
  return partsOf(whole).some((size) => {
    const length = /(?:^|[\t\n\f\r )])([+-]?\d{1,9}(?:\.\d{1,9})?%?)$/.exec(size)?.[1];
    return length !== undefined && Number.parseFloat(length) !== 0;
  });
}

/** The parts of a list between commas that are not in parentheses, trimmed. */
function partsOf(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of list.matchAll(/[(),]/g)) {
    if (mark === '(') depth++;
    else if (mark === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, list.slice(start).trim()];
}
