import { SitegradeError } from '../../errors.ts';
import { isOwnerId } from '../../owner-id.ts';

/**
 * Says whom a request acts for, by the host's own login: the host's id of the user or tenant, 1 to 255
 * bytes, or `undefined` or `null` for nobody. It is given the framework's own request.
 */
export type Authenticate<HostRequest> = (
  request: HostRequest,
) => MaybeOwner | PromiseLike<MaybeOwner>;

type MaybeOwner = string | null | undefined;

/**
 * The owner whom the host's login names.
 *
 * @throws SitegradeError `unauthorized` for nobody; `internal`, for the host's log, where the answer is
 * no owner id: to go on with it could give one user the reports of another. What `authenticate` throws.
 */
export async function hostOwnerOf<HostRequest>(
  authenticate: Authenticate<HostRequest>,
  request: HostRequest,
): Promise<string> {
  const ownerId: unknown = await authenticate(request);
  if (ownerId === undefined || ownerId === null) {
    throw loggedOut();
  }
  if (isOwnerId(ownerId)) return ownerId;
  throw new SitegradeError(
    'internal',
    `options.authenticate must return an owner id (a well-formed text of 1 to 255 bytes without NUL), or undefined or null for nobody; it returned ${described(ownerId)}.`,
  );
}

/** The error for a request that the host's login knows nobody for. */
export function loggedOut(): SitegradeError {
  return new SitegradeError('unauthorized', 'The host knows nobody here.', {
    reason: 'logged_out',
  });
}

/** Not the value itself, which may be a whole user with all that is secret of one. */
function described(value: unknown): string {
  if (typeof value !== 'string') return `a value of type ${typeof value}`;
  if (value === '') return 'an empty text';
  if (!value.isWellFormed()) return 'a text with a lone surrogate';
  if (value.includes('\0')) return 'a text with a NUL character';
  return `a text of ${Buffer.byteLength(value)} bytes`;
}
