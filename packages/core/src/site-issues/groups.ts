import { openNumbers } from './numbers.ts';
import { openTextTable } from './text-table.ts';

/** Pages by a text that they have in common. In bytes: a map of arrays takes several times the memory. */
interface Groups {
  readonly add: (key: string, index: number) => void;
  /**
   * The groups in the order of their first pages, each with its pages in the order in which they were added; `null`
   * in place of those with one page, where the work may be paused.
   */
  readonly shared: () => Iterable<{ readonly key: string; readonly pages: number[] } | null>;
}

/** Opens groups without pages. */
export function openGroups(): Groups {
  const keys = openTextTable();
  // Of each key its first and last page, and of each page the next one of the same key: by the order of adding.
  const first = openNumbers(Uint32Array);
  const last = openNumbers(Uint32Array);
  const indexes = openNumbers(Uint32Array);
  const next = openNumbers(Uint32Array);
  return {
    add(key, index) {
      const place = indexes.length();
      indexes.push(index);
      // No page is the next one of a page that was added later.
      next.push(0);
      const number = keys.find(key);
      if (number === undefined) {
        keys.add(key);
        first.push(place);
        last.push(place);
        return;
      }
      next.set(last.get(number), place);
      last.set(number, place);
    },
    *shared() {
      for (let number = 0; number < keys.size(); number++) {
        let place = first.get(number);
        if (place === last.get(number)) {
          yield null;
          continue;
        }
        const pages = [indexes.get(place)];
        for (place = next.get(place); place > 0; place = next.get(place)) {
          pages.push(indexes.get(place));
        }
        yield { key: keys.get(number), pages };
      }
    },
  };
}
