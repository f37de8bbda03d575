import type { AriaFact, HiddenFocusFact, SourceTag } from '../page-facts.ts';
import { codeAt } from '../tokens/characters.ts';
import { knownTag, tagCount } from '../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken, valueBetween } from '../tokens/token.ts';
import { namespace, type OpenElement, type TextRun } from '../tree/tree.ts';
import { hasGlobalAttribute, isPresentational } from './accessibility.ts';
import { ariaRoles, explicitRoleOf } from './aria-roles.ts';
import { attribute, has, type IndexedAttributes, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';
import type { Mutable } from './frame.ts';
import { implicitRoleOf, type RoleContext, structuralRoleOf } from './implicit-roles.ts';

/** Tracks which roles are inside which, and what can be focused although it is not read out. */
interface AriaTree {
  /**
   * An element of HTML begins.
   *
   * @param isShown - Whether browsers show the content at this position: not that of a `<video>`.
   */
  element(token: TagToken, context: ElementContext, isShown: boolean): void;
  /** Whether an element of SVG or MathML with these attributes matters here. */
  isTracked(indexed: IndexedAttributes): boolean;
  /** An element of SVG or MathML begins that {@link isTracked}. */
  foreignElement(token: TagToken, context: ElementContext): void;
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** Text that is hidden from no one. */
  text(run: TextRun): void;
}

/** What an element does to the elements in it. */
type Effect = 'inert' | 'disabled' | 'details' | 'closed' | 'busy';

/** What an element means for its content. */
interface Node {
  /** Offset of its start tag. */
  readonly start: number;
  /** Its role; `''` if assistive technology reads its content as that of the element around it. */
  readonly role: string;
  readonly fact: OpenFact | null;
  /** Why assistive technology ignores the elements in it, and its tag; `null` if it does not. */
  readonly ignores: { readonly because: HiddenFocusFact['because']; readonly by: SourceTag } | null;
  readonly effects: readonly Effect[];
  /** Whether an element inside that can be focused was reported. */
  isReported: boolean;
}

type OpenFact = Mutable<AriaFact> & { readonly children: string[] };

/** An open element, and what holds inside it. */
interface Entry extends RoleContext {
  readonly element: OpenElement | null;
  readonly node: Node | null;
  /** The element that {@link RoleContext.parent} is the role of, if roles of its children are kept. */
  readonly owner: OpenFact | null;
}

const button = knownTag('button');
const details = knownTag('details');
const fieldset = knownTag('fieldset');
const summary = knownTag('summary');
const table = knownTag('table');

/** Elements that need a node even without an attribute of ARIA. */
const special = new Set([button, details, fieldset]);

/** Elements that formatting copies; the copies have the same start tag. */
const formatting = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' ').map(knownTag),
);

/** Elements whose tag gives them a role that other roles must be inside of, or must not. */
const structural = new Uint8Array(tagCount);
for (const name of 'address figure hgroup li menu ol table tbody td tfoot th thead tr ul'.split(
  ' ',
)) {
  structural[knownTag(name).id] = 1;
}
// Custom elements have the id of all unknown ones.
structural[0] = 1;

/**
 * Roles that some browsers leave out where only the tag gives them, so that the content belongs to the
 * element around. No page is to blame for either.
 */
const optional = new Set(
  'banner code contentinfo deletion emphasis form insertion strong subscript superscript term time'.split(
    ' ',
  ),
);

const tableRoles = new Set(['table', 'grid', 'treegrid']);
const tracked = new Set(['group', 'rowgroup', 'row']);

/** Distinct roles of children that a fact keeps. */
const childLimit = 16;

const outside: Entry = { element: null, node: null, parent: '', table: '', owner: null };

/** Creates the tracker of a page. */
export function trackAria(): AriaTree {
  const entries: Entry[] = [];
  /** How many entries there are of each tag. */
  const entriesById = new Int32Array(tagCount);
  /** Open nodes that ignore what is in them, outermost first, by the reason. */
  const ignoring: Record<HiddenFocusFact['because'], Node[]> = {
    'aria-hidden': [],
    'presentational-children': [],
  };
  /** Nodes of formatting elements, by the offset of their tag. */
  const copied = new Map<number, Node>();
  const open: Record<Effect, number> = { inert: 0, disabled: 0, details: 0, closed: 0, busy: 0 };
  let pending: Node | null = null;

  const innermost = () => entries[entries.length - 1] ?? outside;
  const isIgnored = () =>
    ignoring['aria-hidden'].length + ignoring['presentational-children'].length > 0;

  /** Reports an element that can be focused if something keeps it from being read out. */
  const reportFocus = (token: TagToken, { collected, keep, sourceOf }: ElementContext): void => {
    const node = ignoring['aria-hidden'][0] ?? ignoring['presentational-children'].at(-1);
    if (!node?.ignores || node.isReported) return;
    node.isReported = true;
    const { line, column, html } = sourceOf(token.start, token.end);
    const { because, by } = node.ignores;
    const itself = node.start === token.start;
    const element = token.tag.name;
    const fact = { line, column, html, element, because, role: node.role, by, itself };
    keep(collected.hiddenFocus, fact, by.html.length);
  };

  const isFocusable = (token: TagToken, { indexed, hidden }: ElementContext): boolean => {
    if (hidden === 'all' || open.inert > 0 || has(indexed, attribute.inert)) return false;
    if (token.tag === summary && open.details + open.closed > 0) {
      return !(tabIndexOf(token, indexed) < 0);
    }
    return open.closed === 0 && isTabbable(token, indexed, open.disabled > 0);
  };

  const begin = (
    token: TagToken,
    context: ElementContext,
    implicit: string | null,
    canFocus: boolean,
  ): Node => {
    const { indexed, hidden, collected, sourceOf } = context;
    const { owner, parent } = innermost();
    const role = semanticRoleOf(token, indexed, implicit);
    if (owner !== null && hidden === 'no') addChild(owner, role);
    const isFact = indexed.aria || has(indexed, attribute.role);
    const isBusy = open.busy > 0;
    const fact = isFact ? keepFact(token, context, implicit, parent, isBusy) : null;
    const because = ignoredInside(token, context, role);
    if (because === 'presentational-children') collected.flattened++;
    const by = because === null ? null : sourceOf(token.start, token.end);
    const node = {
      start: token.start,
      role,
      fact,
      ignores: because === null || by === null ? null : { because, by },
      effects: effectsOf(token, indexed),
      isReported: false,
    };
    // An element that is hidden itself is what it hides.
    const hidesItself = because === 'aria-hidden';
    if (canFocus && hidesItself) ignoring[because].push(node);
    if (canFocus && isIgnored()) reportFocus(token, context);
    if (canFocus && hidesItself) ignoring[because].pop();
    pending = node;
    return node;
  };

  return {
    element: (token, context, isShown) => {
      const { indexed } = context;
      const { tag } = token;
      const outer = innermost();
      const isNode =
        indexed.aria ||
        has(indexed, attribute.role | attribute.inert) ||
        special.has(tag) ||
        outer.owner !== null;
      if (!isNode) {
        const canFocus = isIgnored() && isShown && isFocusable(token, context);
        if (canFocus) reportFocus(token, context);
        return;
      }
      const implicit = implicitRoleOf(token, indexed, outer);
      const node = begin(token, context, implicit, isShown && isFocusable(token, context));
      if (formatting.has(tag)) copied.set(token.start, node);
    },
    isTracked: (indexed) => indexed.aria || has(indexed, attribute.role) || isIgnored(),
    foreignElement: (token, context) => {
      const { indexed } = context;
      const isLink = has(indexed, attribute.href) || hasAttribute(token, 'xlink:href');
      const canFocus =
        context.hidden !== 'all' &&
        open.inert + open.closed === 0 &&
        ((token.tag.name === 'a' && isLink && !(tabIndexOf(token, indexed) < 0)) ||
          tabIndexOf(token, indexed) >= 0);
      if (indexed.aria || has(indexed, attribute.role)) begin(token, context, null, canFocus);
      else if (canFocus && isIgnored()) reportFocus(token, context);
    },
    opened: (element) => {
      const { tag, start } = element;
      const isHtml = element.namespace === namespace.html;
      let node = pending !== null && pending.start === start ? pending : null;
      pending = null;
      if (node === null && isHtml && copied.size > 0 && formatting.has(tag))
        node = copied.get(start) ?? null;
      if (node === null && (!isHtml || structural[tag.id] === 0)) return;
      const outer = innermost();
      const role = node === null ? structuralRoleOf(tag, outer) : node.role;
      const isTable = isHtml && tag === table;
      const fact = node?.fact ?? null;
      const keepsChildren = fact !== null && explicitRoleOf(fact.role) === role && owns(role);
      entries.push({
        element,
        node,
        parent: role === '' ? outer.parent : role,
        table: isTable ? (tableRoles.has(role) ? role : '') : outer.table,
        owner: role === '' ? outer.owner : keepsChildren ? fact : null,
      });
      entriesById[tag.id] = (entriesById[tag.id] ?? 0) + 1;
      if (node === null) return;
      if (node.ignores !== null) ignoring[node.ignores.because].push(node);
      for (const effect of node.effects) open[effect]++;
    },
    closed: (element) => {
      const { id } = element.tag;
      if ((entriesById[id] ?? 0) === 0) return;
      const index = indexOf(entries, element);
      const [entry] = index === -1 ? [] : entries.splice(index, 1);
      if (entry === undefined) return;
      entriesById[id] = (entriesById[id] ?? 0) - 1;
      const { node } = entry;
      if (node === null) return;
      if (node.ignores !== null) {
        const nodes = ignoring[node.ignores.because];
        nodes.splice(nodes.lastIndexOf(node), 1);
      }
      for (const effect of node.effects) open[effect]--;
    },
    text: ({ text, start, end }) => {
      const { owner } = innermost();
      if (owner === null || owner.hasText) return;
      owner.hasText = /\S/.test(text.slice(start, end));
    },
  };
}

/** The index of an element; -1 where it is not there. */
function indexOf(entries: readonly Entry[], element: OpenElement): number {
  for (let index = entries.length - 1; index >= 0; index--) {
    const open = entries[index]?.element;
    if (open === element) return index;
    // What opened before cannot be inside; only copies of formatting elements have an earlier tag.
    const isOlder = open && open.start >= 0 && open.start < element.start;
    if (isOlder && !formatting.has(open.tag)) return -1;
  }
  return -1;
}

/** Whether the roles of the children of an element matter. */
function owns(role: string): boolean {
  return tracked.has(role) || (ariaRoles.get(role)?.children.length ?? 0) > 0;
}

function addChild({ children }: OpenFact, role: string): void {
  if (role === '' || children.length >= childLimit || children.includes(role)) return;
  children.push(role);
}

/** The role that assistive technology sees; `''` where it sees only the content. */
function semanticRoleOf(
  token: TagToken,
  indexed: IndexedAttributes,
  implicit: string | null,
): string {
  const explicit = explicitRoleOf(valueIn(token, indexed, attribute.role));
  const isNone = explicit === 'none' || explicit === 'presentation';
  if (isNone && isPresentational(token, indexed)) return '';
  if (explicit !== null && !isNone && explicit !== 'generic') return explicit;
  const role = explicit === 'generic' ? 'generic' : implicit;
  if (role === null || role === 'none' || optional.has(role)) return '';
  // A generic element is seen if an attribute says something about it.
  return role === 'generic' && !hasGlobalAttribute(token) ? '' : role;
}

/** Why assistive technology ignores the elements inside an element. */
function ignoredInside(
  token: TagToken,
  { indexed, hidden }: ElementContext,
  role: string,
): HiddenFocusFact['because'] | null {
  const ariaHidden = valueIn(token, indexed, attribute['aria-hidden']);
  if (ariaHidden?.trim().toLowerCase() === 'true') return 'aria-hidden';
  return hidden === 'no' && ariaRoles.get(role)?.flat ? 'presentational-children' : null;
}

function effectsOf(token: TagToken, indexed: IndexedAttributes): readonly Effect[] {
  const effects: Effect[] = [];
  if (has(indexed, attribute.inert)) effects.push('inert');
  if (token.tag === fieldset && hasAttribute(token, 'disabled')) effects.push('disabled');
  if (token.tag === details) effects.push(hasAttribute(token, 'open') ? 'details' : 'closed');
  const busy = indexed.aria ? attributeOf(token, 'aria-busy') : null;
  if (busy?.trim().toLowerCase() === 'true') effects.push('busy');
  return effects;
}

const links = new Set(['a', 'area'].map(knownTag));
const fields = new Set(['button', 'input', 'select', 'textarea'].map(knownTag));
const players = new Set(['audio', 'video'].map(knownTag));

/**
 * Whether the Tab key reaches an element. Frames are left out: whether anything in them can be focused
 * is not known.
 * Source: https://html.spec.whatwg.org/multipage/interaction.html#the-tabindex-attribute
 */
function isTabbable(token: TagToken, indexed: IndexedAttributes, isDisabled: boolean): boolean {
  const { tag } = token;
  if (fields.has(tag)) {
    if (isDisabled || hasAttribute(token, 'disabled')) return false;
    if (valueIn(token, indexed, attribute.type)?.toLowerCase() === 'hidden') return false;
  }
  const tabIndex = tabIndexOf(token, indexed);
  if (!Number.isNaN(tabIndex)) return tabIndex >= 0;
  if (fields.has(tag)) return true;
  if (links.has(tag)) return has(indexed, attribute.href);
  if (players.has(tag)) return hasAttribute(token, 'controls');
  const editable = attributeOf(token, 'contenteditable')?.toLowerCase();
  return editable === '' || editable === 'true' || editable === 'plaintext-only';
}

/** The number in `tabindex`, as browsers read it; NaN where there is none. */
function tabIndexOf(token: TagToken, indexed: IndexedAttributes): number {
  const value = valueIn(token, indexed, attribute.tabindex);
  return Number(/^[\t\n\f\r ]*([+-]?\d+)/.exec(value ?? '')?.[1] ?? Number.NaN);
}

function keepFact(
  token: TagToken,
  { indexed, hidden, collected, sourceOf, keep }: ElementContext,
  implicitRole: string | null,
  parent: string,
  busy: boolean,
): OpenFact | null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const names: string[] = [];
  const values: string[] = [];
  const bound: string[] = [];
  readAttributes(token, names, values, bound);
  const fact: OpenFact = {
    line,
    column,
    html,
    element: token.tag.name,
    id: valueIn(token, indexed, attribute.id),
    type: valueIn(token, indexed, attribute.type)?.toLowerCase() ?? null,
    role: valueIn(token, indexed, attribute.role),
    implicitRole,
    presentational: isPresentational(token, indexed),
    tabindex: valueIn(token, indexed, attribute.tabindex),
    names,
    values,
    bound,
    hidden,
    busy,
    parent,
    children: [],
    hasText: false,
  };
  return keep(collected.aria, fact) ? fact : null;
}

/** Attributes of ARIA that a fact keeps. */
const attributeLimit = 32;
const letterA = 97;

/** Attributes of Vue, Alpine, Angular, AngularJS and Aurelia that set another attribute. */
const binding =
  /^(?::|v-bind:|x-bind:|(?:data-)?ng-(?:attr-)?|\[(?:attr\.)?|bind-(?:attr\.)?|attr\.)?(role|href|tabindex|aria-[a-z]+)(?:\]|\$|\.[a-z.]+)?$/;

function readAttributes(
  { text, offsets, attributes }: TagToken,
  names: string[],
  values: string[],
  bound: string[],
): void {
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const end = offsets[index + 1] ?? 0;
    if (end - start > nameLimit) continue;
    const name = text.slice(start, end).toLowerCase();
    const isAria = codeAt(name, 0) === letterA && name.startsWith('aria-');
    const sets = binding.exec(name)?.[1];
    if (sets !== undefined && sets !== name) bound.push(sets);
    else if (name === 'v-bind' || name === 'x-bind') bound.push('*');
    else if (isAria && names.length < attributeLimit && !names.includes(name)) {
      names.push(name);
      values.push(valueBetween(text, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0));
    }
  }
}

/** Longer names of attributes are none that ARIA defines. */
const nameLimit = 100;
