/**
 * The part of pg-boss that the queue uses, so that the host's own instance fits, of version 10 or later. Its
 * other methods differ between versions.
 */
export interface PgBoss {
  /** Creates a queue, unless it exists. */
  createQueue(name: string): Promise<unknown>;
  send(name: string, data: object, options: TicketOptions): Promise<unknown>;
  fetch(
    name: string,
    options: { readonly batchSize: number },
  ): Promise<readonly { readonly id: string }[] | null>;
  complete(name: string, ids: string[]): Promise<unknown>;
}

/** The options of a ticket. */
interface TicketOptions {
  readonly retryLimit: number;
  /** Seconds until pg-boss deletes a ticket that no worker has taken. */
  readonly retentionSeconds: number;
  /** Seconds until pg-boss gives up a ticket that was taken and not completed. */
  readonly expireInSeconds: number;
  /** Seconds before a worker can take it. */
  readonly startAfter: number;
}
