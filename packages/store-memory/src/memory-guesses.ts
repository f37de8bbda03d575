import type { GuessStore } from '@sitegrade/core/store';
import type { MemoryTables } from './memory-tables.ts';

/** How many ended windows one guess deletes. */
const deletedAtOnce = 10;

/** The guesses of a memory store. */
export function memoryGuesses({ guesses }: MemoryTables): GuessStore {
  return {
    async count(limits, at, windowMs) {
      const windows = limits.map(({ key, limit }) => {
        const found = guesses.get(key);
        // A window that ends later than that began before the clock was set back.
        const latest = new Date(at.getTime() + 2 * windowMs);
        const current = found && found.endsAt > at && found.endsAt <= latest ? found : undefined;
        return { key, limit, current };
      });
      const reached = windows.flatMap(({ limit, current }) =>
        current && current.count >= limit ? [current.endsAt.getTime()] : [],
      );
      if (reached.length > 0) {
        return { outcome: 'limit_reached', endsAt: new Date(Math.max(...reached)) };
      }
      const begun = { count: 0, endsAt: new Date(at.getTime() + windowMs) };
      for (const { key, current = begun } of windows) {
        guesses.set(key, { ...current, count: current.count + 1 });
      }
      const ended = [...guesses].filter(([, { endsAt }]) => endsAt <= at).slice(0, deletedAtOnce);
      for (const [key] of ended) guesses.delete(key);
      return { outcome: 'counted' };
    },
  };
}
