import { declaredEncoding } from '../charset/declared-encoding.ts';
import { metaContentCharset } from '../charset/meta-content-charset.ts';
import type { HeadingFact, MetaFact, SourceTag } from '../page-facts.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { Passage } from '../tree/open-element.ts';
import type { Collected } from './collected.ts';
import { createPassage } from './passages.ts';

/** What an element's facts are made of. */
export interface ElementContext {
  readonly collected: Collected;
  /** Where the tag stands, and what it looks like. */
  readonly source: () => SourceTag;
  readonly inHead: boolean;
  /** Keeps a fact while its list is not full. */
  readonly keep: <Fact>(list: Fact[], fact: Fact) => void;
}

type Extract = (token: TagToken, context: ElementContext) => Passage | null;

/** The facts of each element that has any, by its name. */
export const elementFacts: ReadonlyMap<string, Extract> = new Map<string, Extract>([
  ['title', title],
  ['meta', meta],
  ['link', link],
  ['img', image],
  ['a', anchor],
  ['base', base],
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((name) => [name, heading] as const),
]);

function title(_token: TagToken, { collected, source, inHead, keep }: ElementContext): Passage {
  const passage = createPassage();
  keep(collected.titles, { ...source(), inHead, passage });
  return passage;
}

function heading(token: TagToken, { collected, source, keep }: ElementContext): Passage {
  const passage = createPassage();
  const level = Number(token.tag.name[1]) as HeadingFact['level'];
  keep(collected.headings, { ...source(), level, passage });
  return passage;
}

function anchor(token: TagToken, { collected, source, keep }: ElementContext): Passage {
  const passage = createPassage();
  const href = attributeOf(token, 'href');
  keep(collected.anchors, { ...source(), href, rel: relOf(token), passage });
  return passage;
}

function image(token: TagToken, { collected, source, keep }: ElementContext): null {
  keep(collected.images, {
    ...source(),
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

function link(token: TagToken, { collected, source, inHead, keep }: ElementContext): null {
  keep(collected.links, {
    ...source(),
    rel: relOf(token),
    href: attributeOf(token, 'href'),
    hreflang: attributeOf(token, 'hreflang'),
    media: attributeOf(token, 'media'),
    type: attributeOf(token, 'type'),
    inHead,
  });
  return null;
}

function base(token: TagToken, { collected }: ElementContext): null {
  collected.baseHref ??= attributeOf(token, 'href');
  return null;
}

function meta(token: TagToken, { collected, source, inHead, keep }: ElementContext): null {
  const fact = {
    ...source(),
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
