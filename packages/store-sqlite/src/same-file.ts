import { statSync } from 'node:fs';
import { SitegradeError } from '@sitegrade/core';
import type { TransactionTurn } from './transaction-turn.ts';

/**
 * The same turns, refused for writes once the file at this path is no longer the one that was
 * opened. SQLite writes on into a file that was deleted or replaced, and what it acknowledges is
 * lost with the process. What happened is in the `cause` of the error, for the log.
 */
export function onSameFile(filename: string, turn: TransactionTurn): TransactionTurn {
  if (filename === ':memory:') return turn;
  const opened = identityOf(filename);
  return (mode, begin) => {
    if (mode === 'deferred' || identityOf(filename) === opened) return turn(mode, begin);
    // The message reaches callers of an API, who must not learn where the file lies.
    throw new SitegradeError('overloaded', 'The database cannot be reached right now.', {
      retryAfterSeconds: 60,
      cause: new Error(
        `The SQLite database "${filename}" was deleted or replaced. Put it back, or restart to open the new one.`,
      ),
    });
  };
}

function identityOf(filename: string): string | undefined {
  const found = statSync(filename, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
