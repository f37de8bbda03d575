import type { GuessStore } from '../sharing/guess-store.ts';
import type { MemoryTables } from './memory-tables.ts';

/** How many ended windows one guess deletes. */
const deletedAtOnce = 10;

/** The guesses of a memory store. */
export function memoryGuesses({ guesses }: MemoryTables): GuessStore {
  return {
    async count(key, at, windowMs) {
      const current = guesses.get(key);
      if (current && current.endsAt > at) {
        const counted = { ...current, count: current.count + 1 };
        guesses.set(key, counted);
        return counted;
      }
      const ended = [...guesses].filter(([, { endsAt }]) => endsAt <= at).slice(0, deletedAtOnce);
      for (const [other] of ended) guesses.delete(other);
      const begun = { count: 1, endsAt: new Date(at.getTime() + windowMs) };
      guesses.set(key, begun);
      return begun;
    },
  };
}
