import type { Hidden } from '../page-facts.ts';
import type { OpenElement, Passage, Scope } from '../tree/open-element.ts';
import { collapse, type Gathered, gather, labelBy, labelIdsOf, partSpoken } from './passages.ts';

/** What holds at a place of the page because of the elements around it. */
export interface Scopes {
  readonly hidden: () => Hidden;
  /** The innermost item; `null` outside of all. */
  readonly item: () => number | null;
  readonly vocab: () => string | null;
  readonly inPicture: () => boolean;
  /** To be called before text is gathered from inside the element. */
  opened(element: OpenElement): void;
  /** To be called after text was gathered from inside the element. */
  closed(element: OpenElement): void;
  /** Whether an element around has a language of its own. */
  readonly hasLang: () => boolean;
  /** Something is shown or read out here. */
  hasText(): void;
  /** An image stands here. */
  hasImage(): void;
}

/**
 * Follows what elements say of what is inside them.
 *
 * @param gathering - Passages that are being gathered.
 */
export function followScopes(gathering: readonly Passage[]): Scopes {
  const hiding = { no: 0, readers: 0, all: 0 };
  const langs: NonNullable<Scope['lang']>[] = [];
  const items: number[] = [];
  const vocabs: string[] = [];
  const pictures: NonNullable<Scope['picture']>[] = [];

  return {
    hidden: () => {
      if (hiding.all > 0) return 'all';
      return hiding.readers > 0 ? 'readers' : 'no';
    },
    item: () => items.at(-1) ?? null,
    vocab: () => vocabs.at(-1) ?? null,
    inPicture: () => pictures.length > 0,
    hasLang: () => langs.length > 0,
    opened: ({ passage }) => {
      const scope = passage?.scope;
      if (!scope || scope.open++ > 0) return;
      hiding[scope.hides]++;
      if (scope.lang !== null) langs.push(scope.lang);
      if (scope.item !== null) items.push(scope.item);
      if (scope.vocab !== null) vocabs.push(scope.vocab);
      if (scope.picture !== null) pictures.push(scope.picture);
      speakFor(scope, gathering);
    },
    closed: ({ passage }) => {
      const scope = passage?.scope;
      if (!scope || --scope.open > 0) return;
      hiding[scope.hides]--;
      remove(langs, scope.lang);
      remove(items, scope.item);
      remove(vocabs, scope.vocab);
      remove(pictures, scope.picture);
      stopSpeakingFor(scope);
    },
    hasText: () => {
      const lang = langs.at(-1);
      if (lang !== undefined && hiding.all === 0) lang.hasText = true;
    },
    hasImage: () => {
      const picture = pictures.at(-1);
      if (picture !== undefined) picture.hasImage = true;
    },
  };
}

function speakFor(scope: Scope, gathering: readonly Passage[]): void {
  const mutes = scope.hides !== 'no' || scope.label !== null;
  if (scope.labelledBy !== null && scope.hides === 'no') {
    const ids = labelIdsOf(scope.labelledBy);
    for (const passage of gathering) if (passage.muted === 0) labelBy(passage, ids);
  }
  if (!mutes && scope.title === null) return;
  scope.around = gathering.map((passage) => ({ passage, length: lengthOf(passage) }));
  if (!mutes) return;
  const label = scope.label === null ? '' : collapse(scope.label);
  for (const passage of gathering) {
    const spoken = partSpoken(passage);
    if (passage.muted === 0) gather(spoken, label);
    passage.muted++;
  }
}

function stopSpeakingFor(scope: Scope): void {
  const mutes = scope.hides !== 'no' || scope.label !== null;
  const title = collapse(scope.title ?? '');
  for (const { passage, length } of scope.around) {
    if (mutes) passage.muted--;
    else if (passage.muted === 0 && lengthOf(passage) === length) {
      gather(partSpoken(passage), title);
    }
  }
  scope.around = [];
}

function lengthOf(passage: Passage): number {
  const { text }: Gathered = passage.spoken ?? passage;
  return text.length;
}

function remove<Item>(list: Item[], item: Item | null): void {
  const index = item === null ? -1 : list.lastIndexOf(item);
  if (index >= 0) list.splice(index, 1);
}
