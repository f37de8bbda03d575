import type { TagToken } from '../tokens/token.ts';
import { isNamed } from './accessibility.ts';
import type { Collected, TextTarget } from './collected.ts';
import { isFilledByScript, isStyled } from './content-signs.ts';
import type { Scope, TextBuffer } from './text-buffer.ts';
import type { Trackers } from './trackers.ts';

/**
 * Gives a fact the text of a buffer once the page is read.
 *
 * @param list - The list of the fact, if the buffer does not know it.
 */
export function take(
  { pending }: Collected,
  buffer: TextBuffer,
  target: TextTarget,
  list?: object,
): void {
  pending.push({ buffer, target });
  if (list !== undefined) buffer.lists = [...buffer.lists, list];
}

/** Takes the values of properties that are the text of the current element; `null` without one. */
export function takeTextValues({ context }: Trackers): readonly TextTarget[] | null {
  const values = context.textValues;
  context.textValues = null;
  return values;
}

/** Records that an element's accessible name is text in the language of the element or its ancestors. */
export function recordNames(
  token: TagToken,
  scope: Scope | null,
  { scopes, visible, context }: Trackers,
): void {
  const lang = scope?.lang ?? null;
  if ((lang === null && !scopes.hasLang()) || visible.isHidden()) return;
  if (!isNamed(token, context)) return;
  if (lang === null) scopes.addText();
  else lang.hasText = true;
}

/** Records what an element inside others changes about their texts. */
export function recordInside(token: TagToken, openBuffers: readonly TextBuffer[]): void {
  const isFilled = isFilledByScript(token);
  for (const buffer of openBuffers) {
    if (isFilled) buffer.filledByScript = true;
    if (buffer.visibleLabel?.certain && isStyled(token)) buffer.visibleLabel.certain = false;
  }
}
