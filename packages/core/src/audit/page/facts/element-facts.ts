import { declaredEncoding } from '../charset/declared-encoding.ts';
import { metaContentCharset } from '../charset/meta-content-charset.ts';
import type { HeadingFact, MetaFact, SourceTag } from '../page-facts.ts';
import { byTag } from '../tokens/by-tag.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { Passage } from '../tree/open-element.ts';
import type { Collected } from './collected.ts';

/** What an element's facts are made of. */
export interface ElementContext {
  readonly collected: Collected;
  /** Where something stands, and what it looks like, by its offsets. */
  readonly sourceOf: (start: number, end: number) => SourceTag;
  /** Keeps a fact while its list is not full, and says whether it did. */
  readonly keep: <Fact>(list: Fact[], fact: Fact) => boolean;
}

type Extract = (token: TagToken, inHead: boolean, context: ElementContext) => Passage | null;

/** How the facts of an element are found, where it has any. */
export const elementFacts = byTag<Extract>({
  title,
  meta,
  link,
  img: image,
  a: anchor,
  base,
  'h1 h2 h3 h4 h5 h6': heading,
});

function title(
  token: TagToken,
  inHead: boolean,
  { collected, sourceOf, keep }: ElementContext,
): Passage | null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = { line, column, html, inHead, text: '' };
  return keep(collected.titles, fact) ? gatherFor(fact, collected) : null;
}

function heading(
  token: TagToken,
  _inHead: boolean,
  { collected, sourceOf, keep }: ElementContext,
): Passage | null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const level = Number(token.tag.name[1]) as HeadingFact['level'];
  const fact = { line, column, html, level, text: '' };
  return keep(collected.headings, fact) ? gatherFor(fact, collected) : null;
}

function anchor(
  token: TagToken,
  _inHead: boolean,
  { collected, sourceOf, keep }: ElementContext,
): Passage | null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = {
    line,
    column,
    html,
    href: attributeOf(token, 'href'),
    rel: relOf(token),
    text: '',
  };
  return keep(collected.anchors, fact) ? gatherFor(fact, collected) : null;
}

function image(
  token: TagToken,
  _inHead: boolean,
  { collected, sourceOf, keep }: ElementContext,
): null {
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.images, {
    line,
    column,
    html,
    src: attributeOf(token, 'src'),
    alt: attributeOf(token, 'alt'),
    ariaLabel: attributeOf(token, 'aria-label'),
    ariaLabelledby: attributeOf(token, 'aria-labelledby'),
    title: attributeOf(token, 'title'),
    role: attributeOf(token, 'role'),
    ariaHidden: attributeOf(token, 'aria-hidden'),
  });
  return null;
}

function link(
  token: TagToken,
  inHead: boolean,
  { collected, sourceOf, keep }: ElementContext,
): null {
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.links, {
    line,
    column,
    html,
    rel: relOf(token),
    href: attributeOf(token, 'href'),
    hreflang: attributeOf(token, 'hreflang'),
    media: attributeOf(token, 'media'),
    type: attributeOf(token, 'type'),
    inHead,
  });
  return null;
}

function base(token: TagToken, _inHead: boolean, { collected }: ElementContext): null {
  collected.baseHref ??= attributeOf(token, 'href');
  return null;
}

function meta(
  token: TagToken,
  inHead: boolean,
  { collected, sourceOf, keep }: ElementContext,
): null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = {
    line,
    column,
    html,
    name: attributeOf(token, 'name'),
    property: attributeOf(token, 'property'),
    httpEquiv: attributeOf(token, 'http-equiv'),
    charset: attributeOf(token, 'charset'),
    content: attributeOf(token, 'content'),
    inHead,
  };
  keep(collected.metas, fact);
  const label = labelOf(fact);
  if (label === null) return null;
  collected.charsetLabel ??= label;
  if (inHead && declaredEncoding(label) !== null) collected.headCharsetLabel ??= label;
  return null;
}

function gatherFor(fact: { text: string }, collected: Collected): Passage {
  const passage = { text: '', space: false, open: 0, partsThen: 0, fact };
  collected.pending.push(passage);
  return passage;
}

/** The label that a meta declares the encoding with. */
function labelOf({ charset, httpEquiv, content }: MetaFact): string | null {
  if (charset !== null) return charset;
  if (content === null || httpEquiv?.toLowerCase() !== 'content-type') return null;
  return metaContentCharset(content);
}

const noRel: readonly string[] = [];

function relOf(token: TagToken): readonly string[] {
  const rel = attributeOf(token, 'rel');
  if (rel === null) return noRel;
  return rel
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((word) => word !== '');
}
