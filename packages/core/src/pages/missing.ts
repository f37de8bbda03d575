import { isSitegradeError } from '@sitegrade/foundation/errors';

/** What was found a moment ago may have been deleted since. */
export function missingAsUndefined(error: unknown): undefined {
  if (isSitegradeError(error) && error.code === 'not_found') return undefined;
  throw error;
}
