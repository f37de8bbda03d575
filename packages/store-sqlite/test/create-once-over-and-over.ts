import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@sitegrade/core';
import { reportOfParent } from './report-of-parent.ts';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** How long an attempt holds its key, in milliseconds: 0, so that others often take it over. */
const leaseMs = 2;

/**
 * Reserves one key after the other, like every other process, creates its report, or releases the key every
 * fifth time, and prints what was acknowledged. The report's url contains the key.
 *
 * @param prefix - What the keys begin with, so that processes started later have others.
 */
export async function createOnceOverAndOver(
  store: Store,
  json: string,
  prefix = '',
): Promise<void> {
  const { ownerId } = reportOfParent(json);
  await waitToBegin();
  for (let round = 1; ; round += 1) {
    await sleep(Math.random() * 3);
    const key = `${prefix}key-${Math.floor(round / 3)}`;
    const attempt = { ownerId, key, token: `${process.pid}-${round}` };
    const begunAt = new Date();
    const beginning = await store.idempotencyKeys.begin({
      ...attempt,
      fingerprint: key,
      begunAt,
      expiresAt: new Date(begunAt.getTime() + leaseMs),
    });
    if (beginning.outcome === 'taken') {
      if (beginning.made !== null) printLine(`replayed ${key} ${beginning.made.id}`);
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
