import type { SentRequest } from '../request/sent-request.ts';
import type { Reply } from '../wire/parse-reply.ts';

/** A request, and what came of it on each server. */
export interface Exchange {
  readonly request: SentRequest;
  readonly outcomes: readonly PromiseSettledResult<Reply>[];
}

/** An answer that is not right, with all that led to it. */
export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';

  /**
   * @param exchanges What was sent and answered, the last of them being the one at fault.
   * @param faults What is wrong, a line each.
   */
  constructor(
    readonly exchanges: readonly Exchange[],
    readonly faults: readonly string[],
  ) {
    super(faults.join('\n'));
  }
}
