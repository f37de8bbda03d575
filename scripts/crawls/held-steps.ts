import type { ClaimedCrawl, CrawlLease, CrawlStep, Store } from '@sitegrade/core/store';

/** How a worker does the steps of crawls under test. */
export interface HeldSteps {
  /** The lease of a step, in milliseconds. That of sitegrade is longer. */
  readonly leaseMs: number;
}

/** The line that a worker prints when it has claimed a step. */
export const stepLine = (step: CrawlStep) => `step ${step}`;

/**
 * A store whose worker says which step it has claimed, and then waits before it stores anything of it.
 *
 * @param say - Prints a line.
 * @returns the store, and a function that lets the step go on.
 */
export function holdSteps(store: Store, { leaseMs }: HeldSteps, say: (line: string) => void) {
  const gates = new Map<string, Promise<void>>();
  let goOn = () => {};
  const { crawls } = store;

  const claimed = <Claimed extends ClaimedCrawl | undefined>(piece: Claimed): Claimed => {
    if (piece?.work.kind !== 'step') return piece;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    gates.set(piece.lease.token, gate);
    say(stepLine(piece.work.step));
    return piece;
  };
  const held =
    <Given extends unknown[], Result>(
      method: (lease: CrawlLease, ...given: Given) => Promise<Result>,
    ) =>
    async (lease: CrawlLease, ...given: Given): Promise<Result> => {
      await gates.get(lease.token);
      return method(lease, ...given);
    };

  const holding: Store = {
    ...store,
    crawls: {
      ...crawls,
      claim: async (query) => claimed(await crawls.claim({ ...query, stepLeaseMs: leaseMs })),
      async endPage(lease, outcome, now, claim) {
        const query = claim && { ...claim, stepLeaseMs: leaseMs };
        const { isEnded, next } = await crawls.endPage(lease, outcome, now, query);
        return { isEnded, ...(next && { next: claimed(next) }) };
      },
      renew: (lease, _, now) => crawls.renew(lease, leaseMs, now),
      begin: held(crawls.begin),
      addUrls: held(crawls.addUrls),
      refill: held(crawls.refill),
      setLinks: held(crawls.setLinks),
      revisePages: held(crawls.revisePages),
      endStep: (...given) =>
        given[1] === 'given_back' ? crawls.endStep(...given) : held(crawls.endStep)(...given),
      end: held(crawls.end),
    },
  };
  return { store: holding, goOn: () => goOn() };
}
