import type { TagToken } from '../tokens/token.ts';
import { ownNameIn } from './accessibility.ts';
import { attribute, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';
import { charactersIn, factCharacters } from './fact-budget.ts';
import type { TextBuffer } from './text-buffer.ts';

/** Elements whose text is kept because an `aria-labelledby` refers to them. */
const labelLimit = 2_000;

/** Keeps the texts of elements that an `aria-labelledby` refers to. */
export interface LabelTexts {
  /** Whether the text of the element with this id is to be kept. */
  readonly isWanted: (id: string) => boolean;
  keep(id: string, token: TagToken, buffer: TextBuffer, context: ElementContext): void;
}

/**
 * Creates the keeper.
 *
 * @param ids - The ids that the page refers to.
 */
export function keepLabels(
  ids: ReadonlySet<string>,
  { labels }: ElementContext['collected'],
): LabelTexts {
  return {
    isWanted: (id) => ids.has(id) && !labels.has(id) && labels.size < labelLimit,
    keep: (id, token, buffer, { indexed, hidden, reserve }) => {
      const label = {
        buffer,
        hidden: hidden !== 'no',
        label: valueIn(token, indexed, attribute['aria-label']),
        own: ownNameIn(token, indexed),
        title: valueIn(token, indexed, attribute.title),
        name: null,
      };
      if (!reserve(labels, charactersIn(label), factCharacters)) return;
      labels.set(id, label);
      buffer.lists = [...buffer.lists, labels];
    },
  };
}
