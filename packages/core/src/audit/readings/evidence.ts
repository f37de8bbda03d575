import type { Evidence } from '../outcome.ts';
import type { SourceTag } from '../page/page-facts.ts';

const maxEvidenceLength = 300;

/** Quotes a tag of the page, with its position. */
export function tagEvidence({ html, line, column }: SourceTag): Evidence {
  return { kind: 'html', text: cut(html), line, column };
}

/** The number of quotes that a report keeps for one check. */
export const maxEvidence = 25;

/** Quotes the tags that a check found, up to {@link maxEvidence}. */
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
  // The cut may split a surrogate pair; stores accept only well-formed strings.
  return `${text.slice(0, maxEvidenceLength - 1)}…`.toWellFormed();
}

/** Limits for {@link shortList}. */
const listLimits = { entries: 25, characters: 200 } as const;

/** The first strings of a list, each shortened, for the value of an outcome. */
export function shortList(texts: Iterable<string>): readonly string[] {
  const list: string[] = [];
  for (const text of texts) {
    if (list.length === listLimits.entries) break;
    const long = text.length > listLimits.characters;
    // The cut may split a surrogate pair; stores accept only well-formed strings.
    list.push((long ? `${text.slice(0, listLimits.characters - 1)}…` : text).toWellFormed());
  }
  return list;
}
