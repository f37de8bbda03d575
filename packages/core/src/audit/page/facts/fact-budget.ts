/**
 * What the facts of one page may keep, in characters. Each list has some room of its own, so that one
 * kind of element cannot keep every other one off the report; beyond that all of them share the rest.
 */
export interface FactBudget {
  /** Takes room for something of a list; `false` where there is none left, and then takes none. */
  readonly takes: (list: object, characters: number) => boolean;
}

/** Characters that a fact costs besides its texts: about what its object takes of memory. */
export const factCharacters = 250;

/** Characters that one of a list of short texts costs besides itself. */
export const wordCharacters = 16;

/** Characters that each list may take whatever the others have taken. */
const ownCharacters = 50_000;

/** Characters that lists share: for each character of the page, and in all. */
const shared = { least: 3_000_000, perCharacter: 4, most: 12_000_000 } as const;

/**
 * Opens the budget of a page.
 *
 * @param length - Characters of the page. A small one has no use for the room of a large one.
 */
export function openBudget(length: number): FactBudget {
  let left = Math.min(shared.least + shared.perCharacter * length, shared.most);
  const taken = new Map<object, number>();
  return {
    takes: (list, characters) => {
      const before = taken.get(list) ?? 0;
      const after = before + characters;
      const beyond = Math.max(after - ownCharacters, 0) - Math.max(before - ownCharacters, 0);
      if (beyond > left) return false;
      left -= beyond;
      taken.set(list, after);
      return true;
    },
  };
}

/** Characters of all texts in a fact, and in its lists. */
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
