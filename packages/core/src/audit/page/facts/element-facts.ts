import { declaredEncoding } from '../charset/declared-encoding.ts';
import { metaContentCharset } from '../charset/meta-content-charset.ts';
import type { AccessibleFact, FormFact, HeadingFact, MediaFact, MetaFact } from '../page-facts.ts';
import { byTag } from '../tokens/by-tag.ts';
import { attributeOf, hasAttribute } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { TextTaker } from './collected.ts';
import type { ElementContext } from './element-context.ts';
import { has, slot, valueIn } from './noted-attributes.ts';
import { isPresentational } from './roles.ts';

type Extract = (token: TagToken, context: ElementContext) => TextTaker | null;

/**
 * How the facts of an element are found, where it has any of its own. What is returned takes the
 * element's text once the page is read.
 */
export const elementFacts = byTag<Extract>({
  title,
  meta,
  link,
  img: image,
  a: anchor,
  base,
  'h1 h2 h3 h4 h5 h6': heading,
  iframe: frame,
  script,
  style: (_token, { collected }) => {
    collected.styleElements++;
    return null;
  },
  'form button input': form,
  'video audio source track object embed': media,
  'acronym applet basefont bgsound big center dir font frame frameset marquee noframes strike tt':
    obsolete,
});

function title(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = { line, column, html, inHead, text: '' };
  return keep(collected.titles, fact) ? fact : null;
}

function heading(token: TagToken, context: ElementContext) {
  const own = accessible(token, context);
  const level = Number(token.tag.name[1]) as HeadingFact['level'];
  const fact = {
    line: own.line,
    column: own.column,
    html: own.html,
    role: own.role,
    ariaLabel: own.ariaLabel,
    ariaLabelledby: own.ariaLabelledby,
    title: own.title,
    tabindex: own.tabindex,
    presentational: own.presentational,
    hidden: own.hidden,
    level,
    text: '',
    spoken: '',
  };
  return context.keep(context.collected.headings, fact) ? fact : null;
}

// Literals are written out for the two kinds of which a page has thousands: spreading one object into
// another makes them ten times as dear.
function anchor(token: TagToken, context: ElementContext) {
  const own = accessible(token, context);
  const { noted } = context;
  const fact = {
    line: own.line,
    column: own.column,
    html: own.html,
    role: own.role,
    ariaLabel: own.ariaLabel,
    ariaLabelledby: own.ariaLabelledby,
    title: own.title,
    tabindex: own.tabindex,
    presentational: own.presentational,
    hidden: own.hidden,
    href: valueIn(token, noted, slot.href),
    rel: has(noted, slot.rel) ? relOf(token) : noRel,
    target: valueIn(token, noted, slot.target),
    id: valueIn(token, noted, slot.id),
    name: valueIn(token, noted, slot.name),
    download: has(noted, slot.download),
    scripted: has(noted, slot.onclick),
    text: '',
    spoken: '',
  };
  return context.keep(context.collected.anchors, fact) ? fact : null;
}

function image(token: TagToken, context: ElementContext) {
  const own = accessible(token, context);
  const { noted } = context;
  const alt = valueIn(token, noted, slot.alt);
  const fact = {
    line: own.line,
    column: own.column,
    html: own.html,
    role: own.role,
    ariaLabel: own.ariaLabel,
    ariaLabelledby: own.ariaLabelledby,
    title: own.title,
    tabindex: own.tabindex,
    presentational: own.presentational,
    hidden: own.hidden,
    src: valueIn(token, noted, slot.src),
    srcset: valueIn(token, noted, slot.srcset),
    alt,
    ariaHidden: valueIn(token, noted, slot['aria-hidden']),
    width: valueIn(token, noted, slot.width),
    height: valueIn(token, noted, slot.height),
    style: valueIn(token, noted, slot.style),
    loading: valueIn(token, noted, slot.loading),
    fetchpriority: valueIn(token, noted, slot.fetchpriority),
    inPicture: context.scopes.inPicture(),
  };
  context.keep(context.collected.images, fact);
  context.scopes.hasImage();
  const isRead = fact.hidden === 'no' && !fact.presentational;
  context.alternative(alt ?? '', spokenOfImage(fact), isRead ? fact.ariaLabelledby : null);
  return null;
}

/** What is read out for an image, but for what `aria-labelledby` names: that may be still to come. */
function spokenOfImage(image: AccessibleFact & { readonly alt: string | null }): string {
  if (image.hidden !== 'no' || image.presentational) return '';
  if (image.ariaLabel?.trim()) return image.ariaLabel;
  return image.alt ?? image.title ?? '';
}

function frame(token: TagToken, context: ElementContext) {
  context.keep(context.collected.frames, {
    ...accessible(token, context),
    src: attributeOf(token, 'src'),
    loading: attributeOf(token, 'loading'),
    sandbox: attributeOf(token, 'sandbox'),
  });
  return null;
}

function link(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
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
    as: attributeOf(token, 'as'),
    integrity: attributeOf(token, 'integrity'),
    crossorigin: attributeOf(token, 'crossorigin'),
    disabled: hasAttribute(token, 'disabled'),
    inHead,
  });
  return null;
}

function script(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, inHead } = context;
  const { line, column, html } = sourceOf(token.start, token.end);
  const type = attributeOf(token, 'type');
  keep(collected.scripts, {
    line,
    column,
    html,
    src: attributeOf(token, 'src'),
    type,
    async: hasAttribute(token, 'async'),
    defer: hasAttribute(token, 'defer'),
    nomodule: hasAttribute(token, 'nomodule'),
    integrity: attributeOf(token, 'integrity'),
    crossorigin: attributeOf(token, 'crossorigin'),
    inHead,
  });
  if (type !== null && /^application\/ld\+json\s*(?:;|$)/i.test(type.trim())) {
    context.readJsonLd({ line, column, html, text: '', truncated: false });
  }
  return null;
}

function form(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const element = token.tag.name as FormFact['element'];
  const action = attributeOf(token, element === 'form' ? 'action' : 'formaction');
  if (element !== 'form' && action === null) return null;
  const { line, column, html } = sourceOf(token.start, token.end);
  const method = attributeOf(token, element === 'form' ? 'method' : 'formmethod');
  keep(collected.forms, { line, column, html, element, action, method });
  return null;
}

function media(token: TagToken, { collected, sourceOf, keep, scopes }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  const element = token.tag.name as MediaFact['element'];
  keep(collected.media, {
    line,
    column,
    html,
    element,
    src: attributeOf(token, element === 'object' ? 'data' : 'src'),
    srcset: attributeOf(token, 'srcset'),
    poster: attributeOf(token, 'poster'),
    type: attributeOf(token, 'type'),
    inPicture: scopes.inPicture(),
  });
  return null;
}

function obsolete(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.obsolete, { line, column, html, element: token.tag.name });
  return null;
}

function base(token: TagToken, { collected }: ElementContext) {
  collected.baseHref ??= attributeOf(token, 'href');
  return null;
}

function meta(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
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

/** What the accessible name and role of an element are worked out from. */
export function accessible(
  token: TagToken,
  { sourceOf, hidden, noted }: Pick<ElementContext, 'sourceOf' | 'hidden' | 'noted'>,
): AccessibleFact {
  const { line, column, html } = sourceOf(token.start, token.end);
  return {
    line,
    column,
    html,
    role: valueIn(token, noted, slot.role),
    ariaLabel: valueIn(token, noted, slot['aria-label']),
    ariaLabelledby: valueIn(token, noted, slot['aria-labelledby']),
    title: valueIn(token, noted, slot.title),
    tabindex: valueIn(token, noted, slot.tabindex),
    presentational: isPresentational(token, noted),
    hidden,
  };
}

/**
 * The labels that a meta declares the encoding with: its `charset`, and its `http-equiv`, which counts
 * where that is none.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
 */
function labelsOf({ charset, httpEquiv, content }: MetaFact): readonly string[] {
  const said = httpEquiv?.toLowerCase() === 'content-type' && content !== null;
  const inContent = said ? metaContentCharset(content) : null;
  return [charset, inContent].filter((label) => label !== null);
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
