import { roleOf } from '../page/facts/roles.ts';
import type {
  AnchorFact,
  ControlFact,
  FieldLabelFact,
  HeadingFact,
  ImageFact,
  PageFacts,
  RoleFact,
  SourceTag,
} from '../page/page-facts.ts';
import { accessibleNameOf, labelledBy } from './accessible-name.ts';
import { memoize } from './memoize.ts';

/** What an element is for visitors, and for assistive technology. */
export interface Control {
  readonly tag: ControlFact | AnchorFact | HeadingFact | ImageFact | RoleFact;
  /** Its tag name. */
  readonly element: string;
  /**
   * Its role; `field` for inputs that have none but hold a value, such as `type="date"`; `summary` for a
   * `<summary>`; `null` without one.
   */
  readonly role: string | null;
  /** Its accessible name, as far as the HTML shows it; `''` without one. */
  readonly name: string;
  /** What the name is only because nothing else names the element: a `placeholder` or a `title`. */
  readonly fallback: 'placeholder' | 'title' | null;
  /** The `<label>` elements that name it. */
  readonly labels: readonly FieldLabelFact[];
  /**
   * Whether a missing name may not be one: a script fills it in, or a style sheet may hide the element.
   */
  readonly uncertain: boolean;
}

/** The roles of controls, by the type of an `<input>`. Other types hold a value, but have no role. */
const inputRoles: Readonly<Record<string, string>> = {
  button: 'button',
  image: 'button',
  reset: 'button',
  submit: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
};

/**
 * The roles of controls, by element.
 * Source: https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings
 */
const elementRoles: Readonly<Record<string, string>> = {
  button: 'button',
  meter: 'meter',
  progress: 'progressbar',
  select: 'combobox',
  summary: 'summary',
  textarea: 'textbox',
};

/**
 * Roles of controls whose content names them.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#namefromcontent
 */
const namedByContent = new Set(
  'button checkbox gridcell menuitem menuitemcheckbox menuitemradio option radio summary switch tab treeitem'.split(
    ' ',
  ),
);

const noLabels: readonly FieldLabelFact[] = [];

/** The controls of a page: those by tag in source order, then links, images and headings with such a role. */
export const controlsOf = memoize((page: PageFacts): readonly Control[] => {
  const labels = labelsByControl(page);
  const controls = page.controls.map((tag, index) => {
    const control = controlOf(tag, labels.get(tag) ?? noLabels, page.labels);
    const next = page.controls[index + 1];
    const swaps = next !== undefined && isDecoy(tag, next) && labels.has(next);
    return swaps ? { ...control, uncertain: true } : control;
  });
  for (const tags of [page.anchors, page.images, page.headings, page.roles]) {
    for (const tag of tags) if (tag.role !== null) addByRole(controls, tag, tag.role, page);
  }
  return controls;
});

function addByRole(
  controls: Control[],
  tag: AnchorFact | HeadingFact | ImageFact | RoleFact,
  written: string,
  { labels }: PageFacts,
): void {
  const role = roleOf(written);
  if (role === null || !controlRoles.has(role)) return;
  if ('element' in tag && tag.element !== 'area') return;
  const name = accessibleNameOf(tag, labels);
  const uncertain = name === '' && isFilledByScript(tag.html);
  const element = 'element' in tag ? tag.element : elementName(tag.html);
  controls.push({ tag, element, role, name, fallback: null, labels: noLabels, uncertain });
}

const controlRoles = new Set([...namedByContent, 'combobox', 'listbox', 'searchbox', 'slider']);

function elementName(html: string): string {
  return /^<([a-z][a-z0-9]*)/i.exec(html)?.[1]?.toLowerCase() ?? '';
}

function controlOf(
  tag: ControlFact,
  fieldLabels: readonly FieldLabelFact[],
  pageLabels: PageFacts['labels'],
): Control {
  const role = roleOfControl(tag);
  const label =
    labelledBy(tag, pageLabels) || trimmed(tag.ariaLabel) || nativeName(tag, role, fieldLabels);
  const title = trimmed(tag.title);
  const name = label || title || (showsPlaceholder(tag) ? trimmed(tag.placeholder) : '');
  const fallback = label !== '' || name === '' ? null : title === '' ? 'placeholder' : 'title';
  const uncertain =
    name === '' &&
    (tag.filledByScript ||
      isFilledByScript(tag.html) ||
      hiddenByClass.test(tag.html) ||
      isTrap(tag) ||
      isOutOfReach(tag) ||
      isSwitchOfStyles(tag, fieldLabels));
  return { tag, element: tag.element, role, name, fallback, labels: fieldLabels, uncertain };
}

/** Types of inputs that browsers show no `placeholder` in. */
const withoutPlaceholder = new Set(
  'button checkbox color file image radio range reset submit'.split(' '),
);

/** Whether a `placeholder` names a field that nothing else does. */
function showsPlaceholder({ element, type }: ControlFact): boolean {
  return element === 'textarea' || (type !== null && !withoutPlaceholder.has(type));
}

/** `role="none"` has no effect on elements that can be focused. */
function roleOfControl({ element, type, role, presentational }: ControlFact): string | null {
  const explicitRole = roleOf(role);
  if (explicitRole !== null && explicitRole !== 'none' && explicitRole !== 'presentation')
    return explicitRole;
  // A <summary> that is a control can be focused.
  if (presentational && element !== 'summary') return null;
  return type === null ? (elementRoles[element] ?? null) : (inputRoles[type] ?? 'field');
}

/** Types of inputs that show their value as their label, and the name that they have without one. */
const buttonDefaults: Readonly<Record<string, string>> = {
  button: '',
  reset: 'Reset',
  submit: 'Submit',
};

/**
 * The name from labels, content or value.
 * Source: https://www.w3.org/TR/html-aam-1.0/#accessible-name-computations-by-html-element
 */
function nativeName(
  { element, type, value, alt, accessibleText }: ControlFact,
  role: string | null,
  fieldLabels: readonly FieldLabelFact[],
): string {
  if (fieldLabels.length > 0) {
    const label = fieldLabels.map(nameOfLabel).filter((text) => text !== '');
    if (label.length > 0) return label.join(' ');
  }
  if (type === 'image') return trimmed(alt);
  if (type !== null) {
    const initial = buttonDefaults[type];
    return initial === undefined ? '' : (value ?? initial).trim();
  }
  return element === 'button' || (role !== null && namedByContent.has(role)) ? accessibleText : '';
}

/** The name that a label gives; a hidden one counts, too. */
function nameOfLabel({ ariaLabel, accessibleText, title }: FieldLabelFact): string {
  return trimmed(ariaLabel) || accessibleText || trimmed(title);
}

/**
 * The labels of each control. A `for` that leads nowhere does not take the label from the control inside: that
 * is a separate finding.
 */
const labelsByControl = memoize((page: PageFacts) => {
  const { controls, fieldLabels } = page;
  const labels = new Map<ControlFact, FieldLabelFact[]>();
  if (fieldLabels.length === 0) return labels;
  const byId = labelableById(page);
  for (const label of fieldLabels) {
    const byFor = label.htmlFor === null ? undefined : byId.get(label.htmlFor);
    const control = byFor ?? (label.control === null ? undefined : controls[label.control]);
    if (control === undefined) continue;
    const all = labels.get(control);
    if (all) all.push(label);
    else labels.set(control, [label]);
  }
  return labels;
});

/**
 * Whether a `<label>` labels a control, by its `for` or because the control is inside. One that is not kept counts as
 * labelling one.
 */
export function isLabelOfControl({ line, column }: SourceTag, page: PageFacts): boolean {
  const place = `${line}:${column}`;
  return !unassociatedLabels(page).has(place);
}

/** The places of the labels that label nothing. */
const unassociatedLabels = memoize((page: PageFacts): ReadonlySet<string> => {
  const associated = new Set([...labelsByControl(page).values()].flat());
  return new Set(
    page.fieldLabels.flatMap((label) =>
      associated.has(label) ? [] : [`${label.line}:${label.column}`],
    ),
  );
});

/** The elements that a `<label for>` may name, by id; custom elements count as such. */
export const labelableById = memoize((page: PageFacts): ReadonlyMap<string, ControlFact> => {
  const byId = new Map<string, ControlFact>();
  for (const control of page.controls) {
    if (control.id !== null && isLabelable(control) && !byId.has(control.id))
      byId.set(control.id, control);
  }
  return byId;
});

const labelable = new Set('button input meter output progress select textarea'.split(' '));

function isLabelable({ element }: ControlFact): boolean {
  return labelable.has(element) || element.includes('-');
}

/**
 * Attributes with which Vue, Alpine, Angular, Knockout and translation scripts fill in a name or content, and
 * `is`, which makes an element a custom one.
 */
const boundByScript =
  /\s(?:(?::|v-bind:|x-bind:|\[attr\.|\[|(?:data-)?ng-attr-)(?:aria-|title|value|placeholder|alt)|v-(?:text|html|bind)|x-(?:text|html|bind)|(?:data-)?ng-(?:bind|value)|data-(?:bind|i18n|l10n|translate|lang-key)|is\s*=)/i;

/** Classes that hide an element in most style sheets. */
export const hiddenByClass =
  /\sclass\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)(?<![\w:-])(?:d-none|display-none|hidden|hide|honeypot|hp|is-hidden|u-hidden)(?![\w:-])/i;

/** Words in the names of fields that style sheets hide, to find out who fills in every field. */
const trap = /(?:^|[^a-z])(?:abs|bot|gotcha|honey|honeypot|hp|trap)(?:[^a-z]|$)/i;

/** Whether a field is a trap for robots: `wysija[user][abs][email]`, `bot-field`. */
function isTrap({ element, type, name }: ControlFact): boolean {
  const isText = element === 'textarea' || type === 'text' || type === 'email';
  return isText && name !== null && trap.test(name);
}

/**
 * Whether a style sheet reads the state of a field that it hides, to open a menu or to show a slide: all
 * that visitors see of it is a label without text.
 */
function isSwitchOfStyles({ type }: ControlFact, fieldLabels: readonly FieldLabelFact[]): boolean {
  return (type === 'checkbox' || type === 'radio' || type === 'file') && fieldLabels.length > 0;
}

/**
 * Whether visitors do not reach a field with the Tab key: it is a trap for spam bots, or a script fills it in.
 */
function isOutOfReach({ element, type, tabindex }: ControlFact): boolean {
  const isField = type === null ? element === 'textarea' || element === 'select' : type !== 'image';
  return isField && !(type !== null && type in buttonDefaults) && /^\s*-\d/.test(tabindex ?? '');
}

/**
 * Whether a hidden field follows that a label names in its place: plugins against spam rename the fields
 * of comment forms, and a script gives the label back.
 */
function isDecoy({ element }: ControlFact, next: ControlFact): boolean {
  return next.element === element && next.hidden !== 'no';
}

/** Whether a script fills in the name or the content of an element, by its tag. */
export function isFilledByScript(html: string): boolean {
  return boundByScript.test(html);
}

function trimmed(text: string | null): string {
  return text?.trim() ?? '';
}
