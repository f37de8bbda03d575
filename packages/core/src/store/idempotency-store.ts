/**
 * Idempotency keys, by owner. A key belongs to the attempt that took it, until it expires or the attempt
 * releases it.
 */
export interface IdempotencyStore {
  /**
   * Takes the key, unless another attempt holds it: one in progress, or one that has made something. A key
   * that has expired by `begunAt` is free. Only one of several concurrent attempts begins.
   */
  begin(attempt: NewAttempt): Promise<AttemptBeginning>;
  /** Releases the key. No effect if the attempt has made something, or no longer holds the key. */
  release(attempt: Attempt): Promise<void>;
}

/** An attempt to perform a request with an idempotency key. */
export interface Attempt {
  readonly ownerId: string;
  /** 1 to 255 printable ASCII characters. */
  readonly key: string;
  /** Identifies this attempt among those with the same key. */
  readonly token: string;
}

/** An attempt to begin. */
export interface NewAttempt extends Attempt {
  /** A digest of the input. Requests with the same key must have the same input. */
  readonly fingerprint: string;
  readonly begunAt: Date;
  /** When the key expires if the attempt does not end. */
  readonly expiresAt: Date;
}

/** What a request with a key has made: a report, a job, a batch of jobs or a crawl by its id. */
export interface MadeRecord {
  readonly kind: 'report' | 'job' | 'batch' | 'crawl';
  readonly id: number;
}

/** An attempt that has made what was requested. */
export interface DoneAttempt extends Attempt {
  /** When the key expires. */
  readonly expiresAt: Date;
}

/** The outcome of {@link IdempotencyStore.begin}. */
export type AttemptBeginning =
  | { readonly outcome: 'begun' }
  | {
      readonly outcome: 'taken';
      /** The fingerprint of the other attempt. */
      readonly fingerprint: string;
      /** What the other attempt has made; `null` while it is in progress. It may have been deleted. */
      readonly made: MadeRecord | null;
    };
