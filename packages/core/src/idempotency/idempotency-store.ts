/**
 * Keys of requests that are to take effect once, whose they are (`Idempotency-Key`). A key belongs
 * to the attempt that took it until its time has passed, or until the attempt lets it go.
 */
export interface IdempotencyStore {
  /**
   * Takes the key, unless another attempt has it: one under way, or one that made a report. A key
   * whose time had passed at `begunAt` is free. Of many attempts at once, one begins.
   */
  begin(attempt: NewAttempt): Promise<AttemptBeginning>;
  /** Frees the key. Without effect where the attempt made a report, or has its key no longer. */
  release(attempt: Attempt): Promise<void>;
}

/** An attempt at something that is to be done once. */
export interface Attempt {
  readonly ownerId: string;
  /** 1 to 255 printable ASCII characters. */
  readonly key: string;
  /** Tells this attempt from any other with the same key. */
  readonly token: string;
}

/** An attempt that is to begin. */
export interface NewAttempt extends Attempt {
  /** Stands for what was asked for: the same key has to come with the same. */
  readonly fingerprint: string;
  readonly begunAt: Date;
  /** When the key is free again, should nobody say how the attempt ended. */
  readonly expiresAt: Date;
}

/** An attempt that has made its report. */
export interface DoneAttempt extends Attempt {
  /** When the key is free again. */
  readonly expiresAt: Date;
}

/** What came of a {@link IdempotencyStore.begin}. */
export type AttemptBeginning =
  | { readonly outcome: 'begun' }
  | {
      readonly outcome: 'taken';
      /** What the other attempt asks, or asked, for. */
      readonly fingerprint: string;
      /** The report it made; `null` while it is under way. The report may be deleted by now. */
      readonly reportId: number | null;
    };
