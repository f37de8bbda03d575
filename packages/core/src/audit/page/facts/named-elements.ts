import type { AccessibleFact, HeadingFact } from '../page-facts.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { ElementContext } from './element-context.ts';
import { has, slot, valueIn } from './indexed-attributes.ts';
import { noTokens, relTokens } from './rel-tokens.ts';
import { isPresentational } from './roles.ts';

/** The source of an element's accessible name and role. */
export function accessible(
  token: TagToken,
  { sourceOf, hidden, indexed }: Pick<ElementContext, 'sourceOf' | 'hidden' | 'indexed'>,
): AccessibleFact {
  const { line, column, html } = sourceOf(token.start, token.end);
  return {
    line,
    column,
    html,
    role: valueIn(token, indexed, slot.role),
    ariaLabel: valueIn(token, indexed, slot['aria-label']),
    ariaLabelledby: valueIn(token, indexed, slot['aria-labelledby']),
    title: valueIn(token, indexed, slot.title),
    tabindex: valueIn(token, indexed, slot.tabindex),
    presentational: isPresentational(token, indexed),
    hidden,
  };
}

/** The fact of a heading. */
export function heading(token: TagToken, context: ElementContext) {
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
    accessibleText: '',
  };
  return context.keep(context.collected.headings, fact) ? fact : null;
}

// The literals of frequent facts are written out: a spread makes them ten times slower.

/** The fact of an `<a>`. */
export function anchor(token: TagToken, context: ElementContext) {
  const own = accessible(token, context);
  const { indexed } = context;
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
    href: valueIn(token, indexed, slot.href),
    rel: has(indexed, slot.rel) ? relTokens(token) : noTokens,
    target: valueIn(token, indexed, slot.target),
    id: valueIn(token, indexed, slot.id),
    name: valueIn(token, indexed, slot.name),
    download: has(indexed, slot.download),
    scripted: has(indexed, slot.onclick),
    text: '',
    accessibleText: '',
  };
  return context.keep(context.collected.anchors, fact) ? fact : null;
}

/** The fact of an `<img>`. */
export function image(token: TagToken, context: ElementContext) {
  const own = accessible(token, context);
  const { indexed } = context;
  const alt = valueIn(token, indexed, slot.alt);
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
    src: valueIn(token, indexed, slot.src),
    srcset: valueIn(token, indexed, slot.srcset),
    alt,
    ariaHidden: valueIn(token, indexed, slot['aria-hidden']),
    width: valueIn(token, indexed, slot.width),
    height: valueIn(token, indexed, slot.height),
    style: valueIn(token, indexed, slot.style),
    loading: valueIn(token, indexed, slot.loading),
    fetchpriority: valueIn(token, indexed, slot.fetchpriority),
    inPicture: context.scopes.inPicture(),
  };
  context.keep(context.collected.images, fact);
  context.scopes.hasImage();
  const isRead = fact.hidden === 'no' && !fact.presentational;
  context.alternative(alt ?? '', accessibleTextOfImage(fact), isRead ? fact.ariaLabelledby : null);
  return null;
}

/** What is read out for an image, without `aria-labelledby`, whose elements may come later. */
function accessibleTextOfImage(image: AccessibleFact & { readonly alt: string | null }): string {
  if (image.hidden !== 'no' || image.presentational) return '';
  if (image.ariaLabel?.trim()) return image.ariaLabel;
  return image.alt ?? image.title ?? '';
}

/** The fact of an `<iframe>`. */
export function frame(token: TagToken, context: ElementContext) {
  context.keep(context.collected.frames, {
    ...accessible(token, context),
    src: attributeOf(token, 'src'),
    loading: attributeOf(token, 'loading'),
    sandbox: attributeOf(token, 'sandbox'),
  });
  return null;
}
