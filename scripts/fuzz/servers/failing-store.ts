import type { Store } from '@sitegrade/core';

/** What the store throws instead of working, while there is something. */
export interface Failure {
  error: Error | undefined;
}

/** The store, with every method of reports and websites failing while there is an error to throw. */
export function failingStore(store: Store, failure: Failure): Store {
  return {
    ...store,
    reports: failing(store.reports, failure),
    websites: failing(store.websites, failure),
  };
}

function failing<Part extends object>(part: Part, failure: Failure): Part {
  return new Proxy(part, {
    get: (target, name) => {
      const method = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...parameters: unknown[]) => {
        if (failure.error) throw failure.error;
        return method.apply(target, parameters);
      };
    },
  });
}
