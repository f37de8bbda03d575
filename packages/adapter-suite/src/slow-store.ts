import { setImmediate } from 'node:timers/promises';
import type { Store } from '@sitegrade/core';

/** More than a body that was sent together with its request needs to arrive. */
const rounds = 5;

/** The store with results that take several rounds of the event loop, like those of a store on a network. */
export function slowStore(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      return typeof part === 'object' && part !== null ? slowPart(part) : part;
    },
  });
}

function slowPart(part: object): object {
  return new Proxy(part, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...parameters: unknown[]) => {
        for (let round = 0; round < rounds; round += 1) await setImmediate();
        return method.apply(target, parameters);
      };
    },
  });
}
