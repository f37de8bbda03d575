import { type Collected, type ElementContext, listLimit } from './collected.ts';
import { charactersIn, factCharacters, openBudget } from './fact-budget.ts';

/** For start tags up to this length, the size of a fact is estimated as twice that length instead of counted. */
const shortTag = 500;

/** Keeps facts as long as the page has room for them, and notes what is left out. */
export interface FactKeeper extends Pick<ElementContext, 'keep' | 'reserve'> {
  /** The length of the start tag that facts are kept of now. */
  tagLength: number;
}

/**
 * Creates the keeper of a page.
 *
 * @param length - Characters of the page.
 */
export function keepFacts(length: number, { notes }: Collected): FactKeeper {
  const budget = openBudget(length);
  const reserve = (list: object, characters: number): boolean => {
    if (budget.reserve(list, characters)) return true;
    notes.add('the page has more elements than are kept: some are not listed');
    return false;
  };
  const keeper: FactKeeper = {
    tagLength: 0,
    reserve,
    keep: (list, fact, inherited = 0) => {
      if (list.length >= listLimit) {
        notes.add(`only the first ${listLimit} of a kind of element are listed`);
        return false;
      }
      const { tagLength } = keeper;
      const size = tagLength > shortTag ? charactersIn(fact) : 2 * tagLength + inherited;
      return reserve(list, factCharacters + size) && list.push(fact) > 0;
    },
  };
  return keeper;
}
