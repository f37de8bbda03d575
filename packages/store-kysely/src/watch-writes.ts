import { randomBytes } from 'node:crypto';
import { isSitegradeError } from '@sitegrade/core';
import { readOnlyError } from '@sitegrade/core/internal';
import type { Store, StoreStats } from '@sitegrade/core/store';
import type { QueryBuilder } from './dialect.ts';
import { textsIdLength } from './reports/ruleset-texts.ts';
import { type Runner, rowsOf, type Work } from './work.ts';

/** How long the database is believed to be read-only without another write, in milliseconds. */
const trialEveryMs = 5_000;

/**
 * The size of a trial in bytes: more than almost every report has. On a disk that is nearly full, small rows find
 * room where reports do not.
 */
const trialBytes = 256 * 1024;

/** No content has this hash. */
const trialId = new Uint8Array(textsIdLength);

/** What else {@link watchWrites} needs. */
interface WatchOptions {
  /** Whether a write failed because the database accepts no changes: the disk is full, or it is read-only. */
  readonly isRefusal: (cause: unknown) => boolean;
  readonly monotonicMs?: () => number;
}

/** The same runner, and whether its database accepts changes. */
interface WatchedRunner extends Pick<Store, 'isWritable'> {
  readonly runner: Runner;
  /** How many writes have failed. */
  readonly refusedWrites: () => StoreStats['refusedWrites'];
}

/**
 * Notices from failed writes that the database is read-only. Only a trial ends that, not any other write: a short row
 * may succeed where no report does.
 */
export function watchWrites(
  builder: QueryBuilder,
  runner: Runner,
  { isRefusal, monotonicMs = () => performance.now() }: WatchOptions,
): WatchedRunner {
  let refusedAt: number | undefined;
  let trial: Promise<boolean> | undefined;
  let [busy, readOnly] = [0, 0];

  const watch = async <Result>(written: Promise<Result>): Promise<Result> => {
    try {
      return await written;
    } catch (error) {
      const cause = isSitegradeError(error) ? error.cause : error;
      if (!isRefusal(cause)) {
        if (isSitegradeError(error) && error.code === 'overloaded') busy += 1;
        throw error;
      }
      readOnly += 1;
      refusedAt = monotonicMs();
      throw readOnlyError({ cause });
    }
  };
  const tryWrite = async (): Promise<boolean> => {
    try {
      await runner.write(() => writeTrial(builder));
      await runner.write(() => deleteTrial(builder));
      refusedAt = undefined;
      return true;
    } catch {
      refusedAt = monotonicMs();
      return false;
    } finally {
      trial = undefined;
    }
  };

  return {
    runner: {
      ...runner,
      write: (begin) => watch(runner.write(begin)),
      writeUnsynced: (begin) => watch(runner.writeUnsynced(begin)),
      writeStatement: (begin) => watch(runner.writeStatement(begin)),
    },
    refusedWrites: () => ({ busy, readOnly }),
    async isWritable() {
      if (refusedAt === undefined) return true;
      if (monotonicMs() - refusedAt >= trialEveryMs) trial ??= tryWrite();
      return trial ?? false;
    },
  };
}

/** A row that nothing reads. It is stored, and deleted by another transaction: a disk notices only what is stored. */
function* writeTrial({ db }: QueryBuilder): Work<void> {
  // Random, so that no database compresses it.
  const texts = randomBytes(trialBytes);
  yield* rowsOf(
    db
      .insertInto('sitegrade_ruleset_texts')
      .values({ id: trialId, texts })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ texts }))
      .compile(),
  );
}

function* deleteTrial({ db }: QueryBuilder): Work<void> {
  yield* rowsOf(db.deleteFrom('sitegrade_ruleset_texts').where('id', '=', trialId).compile());
}
