import { knownTag } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { attribute, has, type IndexedAttributes, valueIn } from '../attributes.ts';
import { type Collected, type ElementContext, listLimit } from '../collected.ts';
import { charactersIn, factCharacters } from '../fact-budget.ts';
import type { OpenClickable } from '../frame.ts';
import { isCustom } from './custom-elements.ts';
import type { StructureTracker } from './structure-tracker.ts';

const img = knownTag('img');
/** Roles of what visitors operate by itself, not as a part of a larger control. */
const operableRoles = new Set(['button', 'checkbox', 'link', 'switch']);
/** Characters of an `onclick` that are kept. */
const onclickLimit = 200;
/** Elements whose content is operated with them. */
const operating = new Set(['button', 'label'].map(knownTag));
/** Elements whose clicks are for all that is in them, or that visitors operate. */
const others = new Set(
  ['body', 'html', 'form', 'input', 'select', 'textarea', 'option', 'area', 'a'].map(knownTag),
);

/** Collects what can be clicked, but not be reached with a keyboard. */
interface Clickables extends StructureTracker {
  /** The page is read: orders what was found by its position. */
  finish(): void;
}

/**
 * Creates the tracker of what can be clicked, but not be reached with a keyboard.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackClickables(collected: Collected, wordsSoFar: () => number): Clickables {
  const { clickables, anchors, controls, roles } = collected;
  let operated = 0;
  let reserve: ElementContext['reserve'] = () => false;
  const controlsSoFar = (): number => anchors.length + controls.length + roles.length;

  const openClickable = (
    token: TagToken,
    role: string | null,
    context: ElementContext,
  ): OpenClickable | null => {
    const { tag } = token;
    if (operated > 0 || context.hidden !== 'no' || others.has(tag) || isCustom(tag)) return null;
    const { line, column, html } = context.sourceOf(token.start, token.end);
    const onclick = (valueIn(token, context.indexed, attribute.onclick) ?? '').slice(
      0,
      onclickLimit,
    );
    const fact = { line, column, html, element: tag.name, role, onclick };
    if (tag === img) {
      context.keep(clickables, fact);
      return null;
    }
    // What is in it decides at its end whether it is kept.
    reserve = context.reserve;
    return { fact, controlsBefore: controlsSoFar(), wordsBefore: wordsSoFar() };
  };
  return {
    element: (token, frame, role, context) => {
      const { indexed } = context;
      frame.operates = operating.has(token.tag) || context.isSummary || isOperated(indexed);
      if (frame.operates) return;
      const isOperable = role !== null && operableRoles.has(role);
      if (!isOperable && !has(indexed, attribute.onclick)) return;
      frame.clickable = openClickable(token, role, context);
    },
    opened: ({ operates }) => {
      if (operates) operated++;
    },
    closed: (frame) => {
      const { operates, clickable } = frame;
      if (operates) operated--;
      // Copies that formatting leaves behind close later.
      frame.clickable = null;
      if (clickable === null || clickable.controlsBefore !== controlsSoFar()) return;
      const { role } = clickable.fact;
      const isOperable = role !== null && operableRoles.has(role);
      if (!isOperable && clickable.wordsBefore === wordsSoFar()) return;
      if (clickables.length >= listLimit) return;
      if (reserve(clickables, charactersIn(clickable.fact), factCharacters))
        clickables.push(clickable.fact);
    },
    finish: () => {
      clickables.sort((one, other) => one.line - other.line || one.column - other.column);
    },
  };
}

/** Whether an element takes the focus: a link, or one with a `tabindex`. */
function isOperated(indexed: IndexedAttributes): boolean {
  return has(indexed, attribute.href | attribute.tabindex);
}
