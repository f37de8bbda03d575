/**
 * The room for the facts of one page, in characters. Each list has its own share, so that one
 * kind of element cannot push all others off the report; beyond it, all lists share the rest. The texts of each list
 * are limited, too: a check, which reads the texts of one list or of a few at once, takes at most 20 ms.
 */
interface FactBudget {
  /**
   * Reserves characters for a list; `false`, and reserves nothing, where too few are left.
   *
   * @param texts - Characters of the texts.
   * @param objects - Characters of memory that are not texts.
   */
  readonly reserve: (list: object, texts: number, objects?: number) => boolean;
  /** Counts texts of a list that were not known when its facts were kept. */
  readonly charge: (list: object, texts: number) => void;
}

/** The lists that have a fact of a tag, for most tags. */
export const noLists: readonly object[] = [];

/** Characters that a fact costs in addition to its strings: about the memory of its object. */
export const factCharacters = 250;

/** Characters that a string in a list costs in addition to its own. */
export const wordCharacters = 16;

/** Characters reserved for each list. */
const ownCharacters = 50_000;

/** Characters that lists share: a minimum, more per character of the page, and a maximum. */
const shared = { min: 3_000_000, perCharacter: 4, max: 12_000_000 } as const;

/** Characters of the texts of each list: a hundred of each of the facts that a list may have. */
const listTexts = 1_000_000;

/**
 * Opens the budget of a page.
 *
 * @param length - Characters of the page: a small page gets a smaller budget.
 */
export function openBudget(length: number): FactBudget {
  let left = Math.min(shared.min + shared.perCharacter * length, shared.max);
  const spent = new Map<object, { texts: number; inAll: number }>();
  const spentOn = (list: object) => {
    const known = spent.get(list);
    if (known !== undefined) return known;
    const none = { texts: 0, inAll: 0 };
    spent.set(list, none);
    return none;
  };
  return {
    charge: (list, characters) => {
      spentOn(list).texts += characters;
    },
    reserve: (list, characters, objects = 0) => {
      const before = spentOn(list);
      const texts = before.texts + characters;
      if (texts > listTexts) return false;
      const inAll = before.inAll + characters + objects;
      const beyond = Math.max(inAll - ownCharacters, 0) - Math.max(before.inAll - ownCharacters, 0);
      if (beyond > left) return false;
      left -= beyond;
      before.texts = texts;
      before.inAll = inAll;
      return true;
    },
  };
}

/** Characters of all strings in a fact, and in its lists. */
export function charactersIn(fact: object): number {
  let characters = 0;
  for (const value of Object.values(fact)) {
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) {
      for (const word of value) characters += wordCharacters + String(word).length;
    }
  }
  return characters;
}
