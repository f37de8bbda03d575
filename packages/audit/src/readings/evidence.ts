import type { Evidence } from '../outcome.ts';
import type { SourceTag } from '../page/page-facts.ts';

/** The number of characters that a report keeps of a quote. */
export const maxEvidenceLength = 300;

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

/** Quotes elements with their text, up to {@link maxEvidence}. */
export function elementsEvidence(
  found: readonly ((SourceTag | { readonly tag: SourceTag }) & { readonly text: string })[],
): readonly Evidence[] {
  return found
    .slice(0, maxEvidence)
    .map((finding) => elementEvidence('tag' in finding ? finding.tag : finding, finding.text));
}

/**
 * Quotes an element with its text and end tag: `<h2 class="x">Rye bread</h2>`. Without text it quotes the
 * tag alone, because the element may contain something else, such as an icon.
 */
function elementEvidence(tag: SourceTag, text: string): Evidence {
  const name = /^<([^\s/>]+)/.exec(tag.html)?.[1];
  if (name === undefined || text === '') return tagEvidence(tag);
  const { html, line, column } = tag;
  const isComplete = html.endsWith('>') && html.length <= maxTagLength;
  const start = isComplete ? html : `${html.slice(0, maxTagLength - 2)}…>`;
  const end = `</${name}>`;
  // Decoded text must not look like a tag in the quote.
  const content = text.slice(0, maxEvidenceLength).replace(/<(?=[a-z/!?])/gi, '&lt;');
  const room = Math.max(1, maxEvidenceLength - start.length - end.length);
  const shown = content.length <= room ? content : `${content.slice(0, room - 1)}…`;
  return { kind: 'html', text: cut(start + shown + end), line, column };
}

/** The length of a tag in a quote with text: the text is what readers look for. */
const maxTagLength = 150;

/**
 * Quotes an attribute with its tag. Where a long tag is cut before the value, the other attributes are
 * omitted.
 */
export function attributeEvidence(tag: SourceTag, name: string, value: string): Evidence {
  const { html, line, column } = tag;
  const element = /^<[^\s/>]+/.exec(html)?.[0];
  if (element === undefined || html.endsWith('>') || html.includes(value.slice(0, quotedLength))) {
    return tagEvidence(tag);
  }
  const shown = value.length <= 200 ? value : `${value.slice(0, 199)}…`;
  return { kind: 'html', text: cut(`${element} … ${name}="${shown}">`), line, column };
}

/** Characters of a value that a cut tag must show at least. */
const quotedLength = 60;

/** Quotes a response header. */
export function headerEvidence(name: string, value: string): Evidence {
  return { kind: 'header', text: cut(`${name}: ${value}`) };
}

/** Quotes a URL. */
export function urlEvidence(url: string): Evidence {
  return { kind: 'url', text: cut(url) };
}

/** A URL without its query, which is another one each time for files of many services. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** A URL for a sentence: without its query, and cut to 100 characters. */
export function shortUrl(url: string): string {
  const text = withoutQuery(url);
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}

/** The same in advice, marked as text of the page: what agents read of advice is otherwise ours. */
export function quotedUrl(url: string): string {
  return `«${shortUrl(url)}»`;
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

/** Names as a part of a sentence: `a, b and c`. */
export function namesText(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
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
