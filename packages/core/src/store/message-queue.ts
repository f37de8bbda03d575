/**
 * A queue of messages. A claim leases the next one that is due and starts an attempt, the end of the attempt says when it
 * is due again, if at all. An attempt whose lease is over is due again, without a sweep.
 *
 * Times as in `JobStore`.
 */
export interface MessageQueue<Claimed, Outcome, Ended> {
  /**
   * Leases what has been due longest, and starts an attempt. `undefined` if nothing is due. Concurrent calls never get the
   * same, and each gets something while there is enough.
   */
  claim(claim: MessageClaim): Promise<Claimed | undefined>;
  /** Ends an attempt, once: nothing changes if its lease has ended. */
  end(lease: MessageLease, outcome: Outcome, now: Date): Promise<Ended>;
}

/** What a worker asks for. */
export interface MessageClaim {
  /** As in `JobClaim`. */
  readonly token: string;
  readonly leaseMs: number;
  /** Skips these owners, to whom it sends enough already. */
  readonly exceptOwners?: readonly string[];
  readonly now: Date;
}

/** Identifies a lease of something that has happened, of a delivery or of a mail. */
export interface MessageLease {
  readonly id: number;
  readonly token: string;
}

/** The attempt does not count, and is due at once: the worker stops. */
export interface GivenBack {
  readonly kind: 'given_back';
}
