import type { CounterDrift, Store } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';

const ownerId = 'owner-1';
const workers = 20;
const stepsEach = 15;

/** The error of an interrupted statement. */
export const cutOff = Object.assign(new Error('connection terminated'), { code: '08006' });

/** Whether to skip a statement: about one in ten, the same ones each time. */
export function everyNowAndThen(): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    // Scattered, because every method repeats the same statements.
    return (Math.imul(asked, 2_654_435_761) >>> 16) % 10 === 0;
  };
}

/**
 * Twenty workers create and delete reports of three websites, and sometimes a website, at the same time.
 * Failed calls are not retried.
 *
 * @returns how much succeeded.
 */
export async function runTwentyWorkers(store: Store): Promise<number> {
  let succeeded = 0;
  const attempt = async <Result>(step: Promise<Result>): Promise<Result | undefined> => {
    const [outcome] = await Promise.allSettled([step]);
    if (outcome.status === 'rejected') return undefined;
    succeeded += 1;
    return outcome.value;
  };
  const work = async (worker: number): Promise<void> => {
    const kept: number[] = [];
    for (let step = 0; step < stepsEach; step += 1) {
      const place = worker * stepsEach + step;
      const domain = `${place % 3}.com`;
      const result = (['good', 'decent', 'bad'] as const)[place % 3] ?? 'good';
      const report = newReport({ ownerId, domain, result, score: place % 101 });
      const made = await attempt(store.reports.create(report));
      if (made) kept.push(made.id);
      const old = step % 2 === 0 ? undefined : kept.shift();
      if (old !== undefined) await attempt(store.reports.delete(ownerId, old));
      if (made && place % 50 === 49) await attempt(store.websites.delete(ownerId, made.websiteId));
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return succeeded;
}

/** Every counter that differs from its rows. */
export async function driftsOf({ maintenance }: Store): Promise<readonly CounterDrift[]> {
  const some = { limit: 50, repair: false };
  const websites = await maintenance.reconcileWebsites({ ...some, after: 0 });
  const owners = await maintenance.reconcileOwners({ ...some, after: '' });
  return [...websites.drifts, ...owners.drifts];
}
