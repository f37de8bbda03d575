import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@sitegrade/core';
import { reportOfParent } from './report-of-parent.ts';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** How long an attempt has its key, in milliseconds: no time, so that others take it all the time. */
const leaseMs = 2;

/**
 * Takes one key after the other, as every other process does, makes its report, or lets go every
 * fifth time, and prints what was acknowledged. The report's url contains the key.
 */
export async function createOnceOverAndOver(store: Store, json: string): Promise<void> {
  const { ownerId } = reportOfParent(json);
  await waitToBegin();
  for (let round = 1; ; round += 1) {
    await sleep(Math.random() * 3);
    const key = `key-${Math.floor(round / 3)}`;
    const attempt = { ownerId, key, token: `${process.pid}-${round}` };
    const begunAt = new Date();
    const beginning = await store.idempotencyKeys.begin({
      ...attempt,
      fingerprint: key,
      begunAt,
      expiresAt: new Date(begunAt.getTime() + leaseMs),
    });
    if (beginning.outcome === 'taken') {
      if (beginning.reportId !== null) printLine(`replayed ${key} ${beginning.reportId}`);
      continue;
    }
    if (round % 5 === 0) {
      await store.idempotencyKeys.release(attempt);
      continue;
    }
    const expiresAt = new Date(begunAt.getTime() + 3_600_000);
    const url = `https://example.com/${key}`;
    const made = await store.reports.createOnce(
      { ...reportOfParent(json), url },
      { ...attempt, expiresAt },
    );
    if (made) printLine(`created ${key} ${made.id}`);
  }
}
