import { createHash } from 'node:crypto';
import { isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { AttemptBeginning, DoneAttempt, MadeRecord } from '../store/idempotency-store.ts';
import { attemptTimes } from './idempotency-key.ts';

/** The size of the random token that identifies an attempt: 128 bits. */
const tokenBytes = 16;

/** An analysis takes about a second, so a rejected caller can retry soon. */
const retryAfterSeconds = 2;

/** A request with an idempotency key. */
interface OnceRequest<Made> {
  readonly ownerId: string;
  readonly key: string;
  /** What the request makes. The key belongs to this kind of request, with its whole input. */
  readonly kind: MadeRecord['kind'];
  /** The validated input, as JSON. */
  readonly input: unknown;
  /** Finds what an earlier request has made. */
  readonly find: (id: number) => Promise<Made | undefined>;
}

/**
 * Makes a record, or returns the one that was made with this key. If that fails, the key is released, so
 * that the request can be retried. One transaction stores the record and assigns the key to it: an attempt
 * that has expired and was replaced by another one stores nothing.
 *
 * @param make - Stores the record with the attempt. `undefined` if the attempt no longer holds its key.
 * @throws SitegradeError `conflict` while another attempt is in progress; `idempotency_mismatch` if the
 * key was used for another kind of request or with other input; `not_found` if its record was deleted; and
 * the errors of `make`.
 */
export async function createOnce<Made>(
  context: Context,
  request: OnceRequest<Made>,
  make: (attempt: DoneAttempt) => Promise<Made | undefined>,
): Promise<Made> {
  const { idempotencyKeys } = context.store;
  const { ownerId, key } = request;
  const token = Buffer.from(context.randomBytes(tokenBytes)).toString('base64url');
  const attempt = { ownerId, key, token };
  const { begunAt, leasedUntil, keptUntil } = attemptTimes(context);
  const fingerprint = fingerprintOf(request);
  const beginning = await idempotencyKeys.begin({
    ...attempt,
    fingerprint,
    begunAt,
    expiresAt: leasedUntil,
  });
  if (beginning.outcome === 'taken') return replay(request, fingerprint, beginning);

  try {
    const made = await make({ ...attempt, expiresAt: keptUntil });
    if (made === undefined) throw requestInProgress();
    return made;
  } catch (error) {
    const released = idempotencyKeys.release(attempt).catch(ignore);
    // Do not wait for a store that has just failed: an overloaded server is retried later anyway.
    if (!(isSitegradeError(error) && error.code === 'overloaded')) await released;
    throw error;
  }
}

async function replay<Made>(
  { kind, find }: OnceRequest<Made>,
  fingerprint: string,
  taken: Extract<AttemptBeginning, { readonly outcome: 'taken' }>,
): Promise<Made> {
  if (taken.fingerprint !== fingerprint) throw keyMismatch();
  if (taken.made === null) throw requestInProgress();
  const made = await find(taken.made.id);
  if (made === undefined) throw recordDeleted(kind);
  return made;
}

function fingerprintOf({ kind, input }: OnceRequest<unknown>): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, input]))
    .digest('base64url');
}

/** The error for a key that was used for a different request before. */
export function keyMismatch(): SitegradeError {
  const issue = 'was already used for a different request. Use a new key for each request.';
  return new SitegradeError('idempotency_mismatch', `Idempotency-Key ${issue}`, {
    issues: { 'Idempotency-Key': [issue] },
  });
}

/** The error for a key whose first request is still in progress. */
export function requestInProgress(): SitegradeError {
  return new SitegradeError(
    'conflict',
    `A request with this Idempotency-Key is still in progress. Retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

const nouns = {
  report: 'report',
  job: 'job',
  batch: 'batch of jobs',
  crawl: 'crawl',
} as const satisfies Record<MadeRecord['kind'], string>;

/** The error for a key whose record was deleted. */
export function recordDeleted(kind: MadeRecord['kind']): SitegradeError {
  return new SitegradeError(
    'not_found',
    `The ${nouns[kind]} created with this Idempotency-Key was deleted. Use a new key to create another ${nouns[kind]}.`,
  );
}

function ignore(): void {}
