import type { AccessibleFact, HeadingFact } from '../page-facts.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { ElementContext } from './element-context.ts';
import { has, slot, valueIn } from './noted-attributes.ts';
import { noRel, relOf } from './rel-of.ts';
import { isPresentational } from './roles.ts';

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
    spoken: '',
  };
  return context.keep(context.collected.headings, fact) ? fact : null;
}

// Literals are written out for the two kinds of which a page has thousands: spreading one object into
// another makes them ten times as dear.

/** The fact of an `<a>`. */
export function anchor(token: TagToken, context: ElementContext) {
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

/** The fact of an `<img>`. */
export function image(token: TagToken, context: ElementContext) {
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
