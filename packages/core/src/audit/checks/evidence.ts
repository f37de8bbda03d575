import type { SourceTag } from '../page/page-facts.ts';
import type { Evidence } from './check.ts';

const maxEvidenceLength = 300;

/** Quotes a tag of the page, with its place. */
export function tagEvidence({ html, line, column }: SourceTag): Evidence {
  return { kind: 'html', text: cut(html), line, column };
}

/** A report quotes at most so many places for one check: a page can have ten thousand. */
export const maxEvidence = 25;

/** Quotes the tags of findings, as many as a report keeps. */
export function tagsEvidence(
  found: readonly (SourceTag | { readonly tag: SourceTag })[],
): readonly Evidence[] {
  return found
    .slice(0, maxEvidence)
    .map((finding) => tagEvidence('tag' in finding ? finding.tag : finding));
}

/** Quotes a response header. */
export function headerEvidence(name: string, value: string): Evidence {
  return { kind: 'header', text: cut(`${name}: ${value}`) };
}

/** Quotes a URL. */
export function urlEvidence(url: string): Evidence {
  return { kind: 'url', text: cut(url) };
}

/** Quotes a line of robots.txt. */
export function robotsEvidence(text: string, line: number): Evidence {
  return { kind: 'robots', text: cut(text), line };
}

function cut(text: string): string {
  if (text.length <= maxEvidenceLength) return text.toWellFormed();
  // A surrogate pair must not be cut in two: stores take only well-formed text.
  return `${text.slice(0, maxEvidenceLength - 1)}…`.toWellFormed();
}
