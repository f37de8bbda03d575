import { declaredEncoding } from '../charset/declared-encoding.ts';
import { metaContentCharset } from '../charset/meta-content-charset.ts';
import type { MetaFact } from '../page-facts.ts';
import { attributeOf, hasAttribute } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { ElementContext } from './element-context.ts';
import { relTokens } from './rel-tokens.ts';

/** The fact of a `<title>`. */
export function title(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = { line, column, html, inHead, text: '' };
  return keep(collected.titles, fact) ? fact : null;
}

/** The fact of a `<meta>`. */
export function meta(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
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
  for (const label of labelsOf(fact)) {
    collected.charsetLabel ??= label;
    if (inHead && declaredEncoding(label) !== null) collected.headCharsetLabel ??= label;
  }
  return null;
}

/** The fact of a `<link>`. */
export function link(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.links, {
    line,
    column,
    html,
    rel: relTokens(token),
    href: attributeOf(token, 'href'),
    hreflang: attributeOf(token, 'hreflang'),
    media: attributeOf(token, 'media'),
    type: attributeOf(token, 'type'),
    as: attributeOf(token, 'as'),
    integrity: attributeOf(token, 'integrity'),
    crossorigin: attributeOf(token, 'crossorigin'),
    disabled: hasAttribute(token, 'disabled'),
    inHead,
  });
  return null;
}

/** Keeps the first base URL. */
export function base(token: TagToken, { collected }: ElementContext) {
  collected.baseHref ??= attributeOf(token, 'href');
  return null;
}

/**
 * The labels that a meta declares the encoding with: its `charset`, then that of its `content`, which
 * counts where the first is not a known encoding.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
 */
function labelsOf({ charset, httpEquiv, content }: MetaFact): readonly string[] {
  const isPragma = httpEquiv?.toLowerCase() === 'content-type' && content !== null;
  const inContent = isPragma ? metaContentCharset(content) : null;
  return [charset, inContent].filter((label) => label !== null);
}
