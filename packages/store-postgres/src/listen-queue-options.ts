import { functionOption, mustBe, optionsObject, validateOptions } from '@sitegrade/core/internal';
import * as v from 'valibot';
import { connectionStringOption } from './connection-string.ts';
import type { ListenClient } from './listen-client.ts';

/** Where a `listenQueue` listens. It opens one separate connection. */
export type ListenQueueOptions = ListenQueueChannel &
  (
    | {
        /**
         * `postgres://user:password@host:5432/database`, in the format of pg: Postgres itself, or a pooler that keeps a
         * connection for each client. Not a PgBouncer in transaction mode.
         */
        readonly connectionString: string;
        readonly createClient?: never;
      }
    | {
        /**
         * Makes a `Client` of pg that is not connected yet, for settings that a connection string cannot have. The queue
         * connects it and ends it. Not a client of a pool.
         */
        readonly createClient: () => ListenClient;
        readonly connectionString?: never;
      }
  );

interface ListenQueueChannel {
  /**
   * The channel of `NOTIFY`, 1 to 63 bytes: the same in all processes. Channels are those of a database, so that two
   * installations in one database need two. Default: `sitegrade`.
   */
  readonly channel?: string;
}

const schema = v.pipe(
  optionsObject({
    connectionString: v.optional(connectionStringOption),
    createClient: v.optional(functionOption),
    channel: v.optional(
      mustBe<string>(
        'a name of 1 to 63 bytes',
        (value) =>
          typeof value === 'string' && value.trim() !== '' && Buffer.byteLength(value) <= 63,
      ),
    ),
  }),
  v.check(
    ({ connectionString, createClient }) =>
      (connectionString === undefined) !== (createClient === undefined),
    'must have either connectionString or createClient.',
  ),
);

/**
 * Validates the options at run time, as JavaScript callers have no types.
 *
 * @throws TypeError that names the option, without values: a connection string contains a password.
 */
export function validateListenQueueOptions(options: unknown): void {
  validateOptions(schema, options, 'listenQueue: ');
}
