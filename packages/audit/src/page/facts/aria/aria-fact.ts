import { codeAt } from '../../tokens/characters.ts';
import { type TagToken, valueBetween } from '../../tokens/token.ts';
import { isPresentational } from '../accessibility.ts';
import { attribute, valueIn } from '../attributes.ts';
import type { ElementContext } from '../collected.ts';
import type { OpenAriaFact } from './aria-node.ts';

/**
 * Keeps the fact of an element with a role or attributes of ARIA; `null` where there is no room for it.
 *
 * @param parent - The role of the nearest element around that assistive technology sees; of a group, without
 * other groups.
 */
export function keepAriaFact(
  token: TagToken,
  { indexed, hidden, collected, sourceOf, keep }: ElementContext,
  implicitRole: string | null,
  parent: string,
  busy: boolean,
): OpenAriaFact | null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const names: string[] = [];
  const values: string[] = [];
  const bound: string[] = [];
  readAttributes(token, names, values, bound);
  const fact: OpenAriaFact = {
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

/** ARIA defines no attribute with a longer name. */
const nameLimit = 100;
