import type { Direction, Hidden } from '../page-facts.ts';
import type { TextRun } from '../tree/tree.ts';
import { removeAt } from './remove-at.ts';
import {
  addLabelIds,
  appendText,
  type CollectedText,
  collapse,
  labelIdsOf,
  type Scope,
  separateAccessibleText,
  type TextBuffer,
} from './text-buffer.ts';

/** What applies at the current position because of the open elements. */
export interface Scopes {
  readonly hidden: () => Hidden;
  /** Index of the innermost item; `null` outside of items. */
  readonly item: () => number | null;
  readonly vocab: () => string | null;
  readonly inPicture: () => boolean;
  /** Must be called before text inside the element is collected. */
  opened(scope: Scope): void;
  /** Must be called after text inside the element was collected. */
  closed(scope: Scope): void;
  /** Whether an open element has a `lang`. */
  readonly hasLang: () => boolean;
  /** The `lang` of the innermost element that has one, as written; `null` without one. */
  readonly lang: () => string | null;
  /** The direction that the innermost open element declares; `null` without one. */
  readonly dir: () => Direction | null;
  /**
   * Text is shown or read out at the current position.
   *
   * @param run - The text that is shown; omitted for a name that is only read out.
   */
  addText(run?: TextRun): void;
  /** An image is at the current position. */
  addImage(): void;
  /** Index of the innermost article; `null` outside of articles. */
  readonly article: () => number | null;
  /** Whether an open element disables the controls inside. */
  readonly isDisabled: () => boolean;
  /**
   * A control that a `<label>` may name is at the current position.
   *
   * @param index - Of the control in its list.
   */
  addControl(index: number): void;
  /** The page is read: completes what is still open. */
  finish(): void;
}

/** Letters of Hebrew, Arabic, Syriac, Thaana and N'Ko. */
const rtlLetter = /[\u0591-\u07ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Tracks what open elements declare for their content.
 *
 * @param openBuffers - Text buffers that are collecting.
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackScopes(openBuffers: readonly TextBuffer[], wordsSoFar: () => number): Scopes {
  const hiding = { no: 0, readers: 0, all: 0 };
  const langs: NonNullable<Scope['lang']>[] = [];
  const dirs: Direction[] = [];
  const items: number[] = [];
  const vocabs: string[] = [];
  const pictures: NonNullable<Scope['picture']>[] = [];
  const articles: number[] = [];
  const fieldLabels: NonNullable<Scope['fieldLabel']>[] = [];
  let disabling = 0;

  return {
    hidden: () => {
      if (hiding.all > 0) return 'all';
      return hiding.readers > 0 ? 'readers' : 'no';
    },
    item: () => items.at(-1) ?? null,
    vocab: () => vocabs.at(-1) ?? null,
    inPicture: () => pictures.length > 0,
    article: () => articles.at(-1) ?? null,
    hasLang: () => langs.length > 0,
    lang: () => langs.at(-1)?.lang ?? null,
    dir: () => dirs.at(-1) ?? null,
    opened: (scope) => {
      if (scope.open++ > 0) return;
      hiding[scope.hides]++;
      if (scope.lang !== null) {
        langs.push(scope.lang);
        scope.lang.words -= wordsSoFar();
      }
      if (scope.dir !== null) dirs.push(scope.dir);
      if (scope.item !== null) items.push(scope.item);
      if (scope.vocab !== null) vocabs.push(scope.vocab);
      if (scope.picture !== null) pictures.push(scope.picture);
      if (scope.article !== null) articles.push(scope.article);
      if (scope.fieldLabel !== null) fieldLabels.push(scope.fieldLabel);
      if (scope.disables) disabling++;
      enterScope(scope, openBuffers);
    },
    closed: (scope) => {
      if (--scope.open > 0) return;
      hiding[scope.hides]--;
      remove(langs, scope.lang);
      if (scope.lang !== null) scope.lang.words += wordsSoFar();
      remove(dirs, scope.dir);
      remove(items, scope.item);
      remove(vocabs, scope.vocab);
      remove(pictures, scope.picture);
      remove(articles, scope.article);
      remove(fieldLabels, scope.fieldLabel);
      if (scope.disables) disabling--;
      leaveScope(scope);
    },
    addText: (run) => {
      const lang = langs.at(-1);
      if (lang === undefined || hiding.all > 0) return;
      lang.hasText = true;
      if (run === undefined || lang.isRtlText) return;
      lang.isRtlText = rtlLetter.test(run.text.slice(run.start, run.end));
    },
    addImage: () => {
      // Those around one that has an image have it, too.
      for (let at = pictures.length - 1; at >= 0; at--) {
        const picture = pictures[at];
        if (picture === undefined || picture.hasImage) return;
        picture.hasImage = true;
      }
    },
    isDisabled: () => disabling > 0,
    finish: () => {
      for (const lang of langs) lang.words += wordsSoFar();
    },
    addControl: (index) => {
      // The outer labels of one that has a control have it, too.
      for (let at = fieldLabels.length - 1; at >= 0; at--) {
        const fieldLabel = fieldLabels[at];
        if (fieldLabel === undefined || fieldLabel.control !== null) return;
        fieldLabel.control = index;
      }
    },
  };
}

function enterScope(scope: Scope, openBuffers: readonly TextBuffer[]): void {
  const replacesText = scope.hides !== 'no' || scope.label !== null;
  if (scope.labelledBy !== null && scope.hides === 'no') {
    const ids = labelIdsOf(scope.labelledBy);
    for (const buffer of openBuffers) if (buffer.excluded === 0) addLabelIds(buffer, ids);
  }
  if (!replacesText && scope.title === null) return;
  scope.around = openBuffers.map((buffer) => ({ buffer, length: lengthOf(buffer) }));
  if (!replacesText) return;
  const label = scope.label === null ? '' : collapse(scope.label);
  for (const buffer of openBuffers) {
    const accessibleText = separateAccessibleText(buffer);
    if (buffer.excluded === 0) appendText(accessibleText, label);
    buffer.excluded++;
    if (scope.hides === 'all') buffer.hiddenInside++;
  }
}

function leaveScope(scope: Scope): void {
  const replacesText = scope.hides !== 'no' || scope.label !== null;
  const title = collapse(scope.title ?? '');
  for (const { buffer, length } of scope.around) {
    if (scope.hides === 'all') buffer.hiddenInside--;
    if (replacesText) buffer.excluded--;
    else if (buffer.excluded === 0 && lengthOf(buffer) === length) {
      appendText(separateAccessibleText(buffer), title);
    }
  }
  scope.around = [];
}

function lengthOf(buffer: TextBuffer): number {
  const { text }: CollectedText = buffer.accessibleText ?? buffer;
  return text.length;
}

function remove<Item>(list: Item[], item: Item | null): void {
  const index = item === null ? -1 : list.lastIndexOf(item);
  if (index >= 0) removeAt(list, index);
}
