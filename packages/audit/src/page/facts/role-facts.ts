import type { AccessibleFact, RoleFact, WidgetFact } from '../page-facts.ts';
import { knownTag } from '../tokens/tags.ts';
import type { TagToken } from '../tokens/token.ts';
import { isPresentational } from './accessibility.ts';
import { attribute, has, type IndexedAttributes, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';
import { roleOf } from './roles.ts';

const area = knownTag('area');
const dialog = knownTag('dialog');
const input = knownTag('input');

/**
 * The source of an element's accessible name and role. In a larger fact it is spread last: the engine adds each
 * property after a spread a hundred times slower.
 */
export function accessible(
  token: TagToken,
  { sourceOf, hidden, indexed }: Pick<ElementContext, 'sourceOf' | 'hidden' | 'indexed'>,
): AccessibleFact {
  const { line, column, html } = sourceOf(token.start, token.end);
  return {
    line,
    column,
    html,
    role: valueIn(token, indexed, attribute.role),
    ariaLabel: valueIn(token, indexed, attribute['aria-label']),
    ariaLabelledby: valueIn(token, indexed, attribute['aria-labelledby']),
    title: valueIn(token, indexed, attribute.title),
    tabindex: valueIn(token, indexed, attribute.tabindex),
    presentational: isPresentational(token, indexed),
    hidden,
  };
}

/** Elements with their own list of facts. */
const listed = new Set(['a', 'img', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(knownTag));

/** The fact of an element that is a heading, a link or an image, but not by its tag. */
export function roleFactOf(token: TagToken, context: ElementContext): RoleFact | null {
  const kind = kindOf(token, context.indexed);
  if (kind === null) return null;
  const fact = {
    element: token.tag.name,
    kind,
    alt: valueIn(token, context.indexed, attribute.alt),
    href: valueIn(token, context.indexed, attribute.href),
    visibleLabel: null,
    accessibleText: '',
    ...accessible(token, context),
  };
  return context.keep(context.collected.roles, fact) ? fact : null;
}

function kindOf(token: TagToken, indexed: IndexedAttributes): RoleFact['kind'] | null {
  const { tag } = token;
  if (tag === area) return has(indexed, attribute.href) ? 'link' : null;
  if (tag === input && valueIn(token, indexed, attribute.type)?.toLowerCase() === 'image')
    return 'image-button';
  if (!has(indexed, attribute.role) || listed.has(tag)) return null;
  const role = roleOf(valueIn(token, indexed, attribute.role));
  if (role === 'heading' || role === 'link') return role;
  return role === 'img' || role === 'image' ? 'image' : null;
}

/**
 * Roles of images in SVG.
 * Source: https://www.w3.org/WAI/standards-guidelines/act/rules/7d6734/
 */
const svgImageRoles = new Set(['img', 'image', 'graphics-document', 'graphics-symbol']);

/** The fact of an element of SVG with the role of an image; `null` for others, and where it is not kept. */
export function svgImageOf(token: TagToken, context: ElementContext): RoleFact | null {
  if (!has(context.indexed, attribute.role)) return null;
  const role = roleOf(valueIn(token, context.indexed, attribute.role));
  if (role === null || !svgImageRoles.has(role)) return null;
  const fact: RoleFact = {
    element: token.tag.name,
    kind: 'svg-image',
    alt: null,
    href: null,
    visibleLabel: null,
    accessibleText: '',
    ...accessible(token, context),
  };
  return context.keep(context.collected.roles, fact) ? fact : null;
}

/** Roles of widgets that are not controls: visitors read them. */
const widgetKinds: Readonly<Record<string, WidgetFact['kind']>> = {
  alertdialog: 'dialog',
  dialog: 'dialog',
  meter: 'meter',
  progressbar: 'progressbar',
  tooltip: 'tooltip',
};

/** Elements that something else names: their `alt`, content or caption. */
const namedByTag = new Set([...listed, ...['fieldset', 'figure', 'table'].map(knownTag)]);

/** The fact of a dialog, tooltip, progress bar or meter; `null` for other elements, and where it is not kept. */
export function widgetFactOf(token: TagToken, context: ElementContext): WidgetFact | null {
  const { collected, indexed } = context;
  const isDialog = token.tag === dialog;
  if (!isDialog && (!has(indexed, attribute.role) || namedByTag.has(token.tag))) return null;
  const role = roleOf(valueIn(token, indexed, attribute.role)) ?? (isDialog ? 'dialog' : '');
  const kind = widgetKinds[role];
  if (kind === undefined) return null;
  const fact = { kind, accessibleText: '', ...accessible(token, context) };
  return context.keep(collected.widgets, fact) ? fact : null;
}
