import { type Collected, type ElementContext, listLimit } from './collected.ts';
import { charactersIn, factCharacters, noLists, openBudget } from './fact-budget.ts';

/** For start tags up to this length, the size of a fact is estimated as that length, and the same for its quote, instead of counted. */
const shortTag = 500;

/** Keeps facts as long as the page has room for them, and notes what is left out. */
export interface FactKeeper extends Pick<ElementContext, 'keep' | 'reserve'> {
  /** The length of the start tag that facts are kept of now. */
  tagLength: number;
  /** The lists that have a fact of that tag. */
  lists: readonly object[];
  /** Counts texts of a list that were not known when its facts were kept. */
  readonly charge: (list: object, texts: number) => void;
}

/**
 * Creates the keeper of a page.
 *
 * @param length - Characters of the page.
 */
export function keepFacts(length: number, { notes }: Collected): FactKeeper {
  const budget = openBudget(length);
  const reserve = (list: object, texts: number, objects = 0): boolean => {
    if (budget.reserve(list, texts, objects)) return true;
    notes.add('the page has more elements than are kept: some are not listed');
    return false;
  };
  const keeper: FactKeeper = {
    tagLength: 0,
    lists: noLists,
    reserve,
    charge: budget.charge,
    keep: (list, fact, inherited = 0) => {
      if (list.length >= listLimit) {
        notes.add(`only the first ${listLimit} of a kind of element are listed`);
        return false;
      }
      const { tagLength } = keeper;
      const isLong = tagLength > shortTag;
      const texts = isLong ? charactersIn(fact) : tagLength + inherited;
      // A short tag is quoted as a whole; a quote of a long one is among the texts.
      if (!reserve(list, texts, factCharacters + (isLong ? 0 : tagLength))) return false;
      list.push(fact);
      keeper.lists = keeper.lists === noLists ? [list] : [...keeper.lists, list];
      return true;
    },
  };
  return keeper;
}
