import type { FetchedPage } from '../fetch/fetched.ts';

type Headers = FetchedPage['headers'];

/** Headers that remember which of them were read: what a page was found to be does not depend on others. */
export interface WatchedHeaders {
  readonly headers: Headers;
  /** The names that were read, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Whether all were listed, so that a header matters that was missing. */
  readonly areAllRead: () => boolean;
}

/** Wraps the headers of a response. */
export function watchHeaders(given: Headers): WatchedHeaders {
  const names = new Set<string>();
  let areAllRead = false;
  const all = (): Headers => {
    areAllRead = true;
    return given;
  };
  return {
    names,
    areAllRead: () => areAllRead,
    headers: {
      get(name) {
        names.add(name);
        return given.get(name);
      },
      has(name) {
        names.add(name);
        return given.has(name);
      },
      get size() {
        return all().size;
      },
      forEach: (each, self) => all().forEach(each, self),
      entries: () => all().entries(),
      keys: () => all().keys(),
      values: () => all().values(),
      [Symbol.iterator]: () => all()[Symbol.iterator](),
    },
  };
}
