import { isSitegradeError } from '@sitegrade/foundation/errors';

/** `undefined` for what does not exist, or was deleted a moment ago; throws other errors. */
export function missingAsUndefined(error: unknown): undefined {
  if (isSitegradeError(error) && error.code === 'not_found') return undefined;
  throw error;
}
