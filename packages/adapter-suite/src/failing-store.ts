import type { Store } from '@sitegrade/core';

/** How a store fails. */
export interface Failure {
  /** The error to throw; without it nothing fails. */
  error: unknown;
  /** The one method that fails; all of them by default. */
  only?: string | undefined;
}

/** The store with report and website methods that fail while `error` is set. */
export function failing(store: Store, failure: Readonly<Failure>): Store {
  const wrap = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...parameters: unknown[]) => {
          const fails = failure.only === undefined || failure.only === name;
          if (fails && failure.error !== undefined) throw failure.error;
          return method.apply(target, parameters);
        };
      },
    });
  return {
    reports: wrap(store.reports),
    websites: wrap(store.websites),
    apiKeys: store.apiKeys,
    idempotencyKeys: store.idempotencyKeys,
    guesses: store.guesses,
    sessions: store.sessions,
    jobs: wrap(store.jobs),
    crawls: wrap(store.crawls),
    schedules: wrap(store.schedules),
    webhooks: wrap(store.webhooks),
    deliveries: wrap(store.deliveries),
    recipients: wrap(store.recipients),
    mails: wrap(store.mails),
    accepted: wrap(store.accepted),
    maintenance: store.maintenance,
    processes: store.processes,
    isWritable: () => store.isWritable(),
    nextDueMs: (now) => store.nextDueMs(now),
    delays: (now) => store.delays(now),
    stats: () => store.stats(),
    migrate: () => store.migrate(),
    close: () => store.close(),
  };
}
