import { declaredEncoding, metaContentCharset } from '../charset/declared-encoding.ts';
import type { AccessibleFact, FormFact, HeadingFact, MediaFact, MetaFact } from '../page-facts.ts';
import { byTag } from '../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken } from '../tokens/token.ts';
import { attribute, firstWords, has, noTokens, relTokens, valueIn } from './attributes.ts';
import type { ElementContext, TextTarget } from './collected.ts';
import { accessible } from './role-facts.ts';
import { runsInline } from './script-marks.ts';

type Extract = (token: TagToken, context: ElementContext) => TextTarget | null;

/**
 * Extracts the facts of an element by its tag. A returned fact receives the element's text once the
 * page is read.
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
  time,
  footer,
  script,
  style: (_token, { collected, readStyle }) => {
    collected.styleElements++;
    readStyle();
    return null;
  },
  'form button input': form,
  dialog: (_token, { collected }) => {
    collected.hasDialog = true;
    return null;
  },
  'video audio source track object embed': media,
  'acronym applet basefont bgsound big center dir font frame frameset keygen listing multicol nextid nobr noembed noframes plaintext spacer strike tt xmp':
    obsolete,
  'blink marquee': moving,
  abbr: abbreviation,
  param: pluginParam,
  'div p span': largeText,
});

function script(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, inHead } = context;
  const { line, column, html } = sourceOf(token.start, token.end);
  const type = attributeOf(token, 'type');
  const src = attributeOf(token, 'src');
  const marks: string[] = [];
  const isKept = keep(collected.scripts, {
    line,
    column,
    html,
    src,
    type,
    async: hasAttribute(token, 'async'),
    defer: hasAttribute(token, 'defer'),
    nomodule: hasAttribute(token, 'nomodule'),
    integrity: attributeOf(token, 'integrity'),
    crossorigin: attributeOf(token, 'crossorigin'),
    inHead,
    marks,
  });
  if (isKept && src === null && runsInline(type)) context.readMarks(marks);
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

function media(token: TagToken, context: ElementContext) {
  const { collected, keep, scopes, structure } = context;
  const element = token.tag.name as MediaFact['element'];
  const isKept = keep(collected.media, {
    element,
    src: attributeOf(token, element === 'object' ? 'data' : 'src'),
    srcset: attributeOf(token, 'srcset'),
    sizes: attributeOf(token, 'sizes'),
    poster: attributeOf(token, 'poster'),
    type: attributeOf(token, 'type'),
    trackKind: attributeOf(token, 'kind'),
    autoplay: hasAttribute(token, 'autoplay'),
    controls: hasAttribute(token, 'controls'),
    loop: hasAttribute(token, 'loop'),
    muted: hasAttribute(token, 'muted'),
    player: structure.player(),
    inPicture: scopes.inPicture(),
    ...accessible(token, context),
  });
  if (isKept) context.kept = collected.media.length - 1;
  return null;
}

function obsolete(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.obsolete, { line, column, html, element: token.tag.name });
  return null;
}

function moving(token: TagToken, { collected, sourceOf, keep, hidden }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  if (hidden !== 'all') keep(collected.moving, { line, column, html, element: token.tag.name });
  return null;
}

/** The fact of an `<abbr>`. */
function abbreviation(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, indexed, hidden } = context;
  const { line, column, html } = sourceOf(token.start, token.end);
  const title = valueIn(token, indexed, attribute.title);
  const fact = { line, column, html, title, hidden, text: '' };
  return keep(collected.abbreviations, fact) ? fact : null;
}

/** Parameters of plug-ins, which no other program reads. */
const pluginParams = new Set(['allowscriptaccess', 'flashvars', 'movie', 'wmode']);

function pluginParam(token: TagToken, { collected, sourceOf, keep, indexed }: ElementContext) {
  const name = valueIn(token, indexed, attribute.name)?.toLowerCase() ?? '';
  if (!pluginParams.has(name)) return null;
  const { line, column, html } = sourceOf(token.start, token.end);
  const value = attributeOf(token, 'value') ?? '';
  keep(collected.pluginParams, { line, column, html, name, value });
  return null;
}

/** The fact of a text that looks like a heading because of its `style`. */
function largeText(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, indexed, hidden } = context;
  if (!has(indexed, attribute.style) || has(indexed, attribute.role)) return null;
  if (!isLargeAndBold(valueIn(token, indexed, attribute.style) ?? '')) return null;
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = { line, column, html, hidden, text: '' };
  return keep(collected.largeTexts, fact) ? fact : null;
}

const bold = /(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b/i;
const sized =
  /(?:^|;)\s*font-size\s*:\s*(?:(\d{1,4}(?:\.\d{0,4})?)(em|rem|px|pt|%)|(x{1,3}-large))/i;

/** The sizes from which on a text is half as large again as the default of browsers, by their unit. */
const largeSizes: Readonly<Record<string, number>> = {
  em: 1.5,
  rem: 1.5,
  px: 24,
  pt: 18,
  '%': 150,
};

function isLargeAndBold(style: string): boolean {
  if (!bold.test(style)) return false;
  const [, size, unit = '', name] = sized.exec(style) ?? [];
  if (name !== undefined) return true;
  return size !== undefined && Number(size) >= (largeSizes[unit.toLowerCase()] ?? Infinity);
}

/** The fact of a `<title>`. */
function title(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = { line, column, html, inHead, text: '' };
  return keep(collected.titles, fact) ? fact : null;
}

/** The fact of a `<meta>`. */
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

/** The fact of a `<link>`. */
function link(token: TagToken, { collected, sourceOf, keep, inHead }: ElementContext) {
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
function base(token: TagToken, { collected }: ElementContext) {
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

/** The fact of a heading. */
function heading(token: TagToken, context: ElementContext) {
  const base = accessible(token, context);
  const level = Number(token.tag.name[1]) as HeadingFact['level'];
  const fact = {
    line: base.line,
    column: base.column,
    html: base.html,
    role: base.role,
    ariaLabel: base.ariaLabel,
    ariaLabelledby: base.ariaLabelledby,
    title: base.title,
    tabindex: base.tabindex,
    presentational: base.presentational,
    hidden: base.hidden,
    level,
    text: '',
    accessibleText: '',
  };
  const around = context.collected.articles[context.scopes.article() ?? -1];
  if (level === 1 && base.hidden !== 'all' && around !== undefined) around.hasMainHeading = true;
  return context.keep(context.collected.headings, fact) ? fact : null;
}

// The literals of frequent facts are written out: a spread makes them ten times slower.

/** The fact of a `<time>`. */
function time(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, indexed, hidden, scopes } = context;
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = {
    line,
    column,
    html,
    datetime: attributeOf(token, 'datetime'),
    itemprop: firstWords(valueIn(token, indexed, attribute.itemprop)),
    classes: firstWords(attributeOf(token, 'class')),
    hidden,
    article: scopes.article(),
    text: '',
  };
  return keep(collected.times, fact) ? fact : null;
}

/** The fact of a `<footer>`. */
function footer(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, hidden, scopes } = context;
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = { line, column, html, hidden, article: scopes.article(), text: '' };
  return keep(collected.footers, fact) ? fact : null;
}

/** The fact of an `<a>`. */
function anchor(token: TagToken, context: ElementContext) {
  const base = accessible(token, context);
  const { indexed } = context;
  const fact = {
    line: base.line,
    column: base.column,
    html: base.html,
    role: base.role,
    ariaLabel: base.ariaLabel,
    ariaLabelledby: base.ariaLabelledby,
    title: base.title,
    tabindex: base.tabindex,
    presentational: base.presentational,
    hidden: base.hidden,
    href: valueIn(token, indexed, attribute.href),
    rel: has(indexed, attribute.rel) ? relTokens(token) : noTokens,
    target: valueIn(token, indexed, attribute.target),
    id: valueIn(token, indexed, attribute.id),
    name: valueIn(token, indexed, attribute.name),
    download: has(indexed, attribute.download),
    scripted: has(indexed, attribute.onclick),
    lang: valueIn(token, indexed, attribute.lang) ?? context.scopes.lang(),
    visibleLabel: null,
    text: '',
    accessibleText: '',
  };
  const { anchors } = context.collected;
  if (!context.keep(anchors, fact)) return null;
  context.kept = anchors.length - 1;
  return fact;
}

/** The fact of an `<img>`. */
function image(token: TagToken, context: ElementContext) {
  const base = accessible(token, context);
  const { indexed } = context;
  const alt = valueIn(token, indexed, attribute.alt);
  const fact = {
    line: base.line,
    column: base.column,
    html: base.html,
    role: base.role,
    ariaLabel: base.ariaLabel,
    ariaLabelledby: base.ariaLabelledby,
    title: base.title,
    tabindex: base.tabindex,
    presentational: base.presentational,
    hidden: base.hidden,
    src: valueIn(token, indexed, attribute.src),
    srcset: valueIn(token, indexed, attribute.srcset),
    sizes: attributeOf(token, 'sizes'),
    alt,
    ariaHidden: valueIn(token, indexed, attribute['aria-hidden']),
    width: valueIn(token, indexed, attribute.width),
    height: valueIn(token, indexed, attribute.height),
    style: valueIn(token, indexed, attribute.style),
    loading: valueIn(token, indexed, attribute.loading),
    fetchpriority: valueIn(token, indexed, attribute.fetchpriority),
    loadedByScript: isLoadedByScript(token),
    inPicture: context.scopes.inPicture(),
    link: context.structure.link(),
  };
  context.keep(context.collected.images, fact);
  context.scopes.addImage();
  const isRead = fact.hidden === 'no' && !fact.presentational;
  const isSeen = fact.hidden !== 'all' || context.scopes.hidden() === 'all';
  context.addAlternative(
    isSeen ? (alt ?? '') : '',
    accessibleTextOfImage(fact),
    isRead ? fact.ariaLabelledby : null,
  );
  return null;
}

/**
 * The attributes of the image loaders that most pages use: lazysizes, vanilla-lazyload, lozad and the
 * plugins of WordPress.
 */
const lazySources = ['data-src', 'data-srcset', 'data-lazy-src', 'data-lazy-srcset'];

function isLoadedByScript(token: TagToken): boolean {
  return (
    lazySources.some((name) => hasAttribute(token, name)) ||
    /(?:^|[\t\n\f\r ])lazyload(?:[\t\n\f\r ]|$)/.test(attributeOf(token, 'class') ?? '')
  );
}

/** What is read out for an image, without `aria-labelledby`, whose elements may come later. */
function accessibleTextOfImage(image: AccessibleFact & { readonly alt: string | null }): string {
  if (image.hidden !== 'no' || image.presentational) return '';
  if (image.ariaLabel?.trim()) return image.ariaLabel;
  return image.alt ?? image.title ?? '';
}

/** The fact of an `<iframe>`. */
function frame(token: TagToken, context: ElementContext) {
  context.keep(context.collected.frames, {
    src: attributeOf(token, 'src'),
    srcdoc: attributeOf(token, 'srcdoc'),
    loading: attributeOf(token, 'loading'),
    sandbox: attributeOf(token, 'sandbox'),
    width: attributeOf(token, 'width'),
    height: attributeOf(token, 'height'),
    style: attributeOf(token, 'style'),
    ...accessible(token, context),
  });
  return null;
}
