import { isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';
import { findUsable } from '../../api-keys/authenticate.ts';
import type { Context } from '../../context/context.ts';
import { isOwnerId } from '../../validate.ts';
import { headerValues, type RequestHead } from './request.ts';

/** The scheme in any case, spaces (RFC 9110, 11.4), then the token of RFC 6750. */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The owner of the request's API key. The key is read only from the Authorization header, and only
 * if there is exactly one.
 *
 * @param context - From `createContext`.
 * @param incoming - The request as Node has received it.
 * @throws SitegradeError `unauthorized`, with reason `invalid_token` if a token was sent.
 * @example
 * ```ts
 * const ownerId = await apiKeyOwnerOf(context, incoming);
 * console.log(await listReports(context, ownerId));
 * ```
 */
export async function apiKeyOwnerOf(context: Context, incoming: RequestHead): Promise<string> {
  const headers = headerValues(incoming, 'authorization');
  const token = headers.length === 1 ? bearer.exec(headers[0] ?? '')?.[1] : undefined;
  if (token === undefined) throw new SitegradeError('unauthorized', 'No token.');
  try {
    return (await findUsable(context, token)).ownerId;
  } catch (error) {
    if (!isSitegradeError(error) || error.code !== 'unauthorized') throw error;
    throw new SitegradeError('unauthorized', error.message, { reason: 'invalid_token' });
  }
}

/**
 * Authenticates a request with the host's own login. It gets the framework's own request and returns
 * the host's id of the user or tenant (1 to 255 bytes), or `undefined`, `null` or `''` if no one is logged in.
 */
export type Authenticate<HostRequest> = (
  request: HostRequest,
) => MaybeOwner | PromiseLike<MaybeOwner>;

type MaybeOwner = string | null | undefined;

/**
 * The owner that the host's login returns.
 *
 * @throws SitegradeError `unauthorized` if no one is logged in; `internal`, for the host's log, if the
 * value is not an owner id: using it could show one user the reports of another. Also rethrows what
 * `authenticate` throws.
 */
export async function hostOwnerOf<HostRequest>(
  authenticate: Authenticate<HostRequest>,
  request: HostRequest,
): Promise<string> {
  const ownerId = await loggedInOwner(authenticate, request);
  if (ownerId === undefined) throw authenticationRequired();
  return ownerId;
}

/** The same, but `undefined` if no one is logged in. */
export async function loggedInOwner<HostRequest>(
  authenticate: Authenticate<HostRequest>,
  request: HostRequest,
): Promise<string | undefined> {
  const ownerId: unknown = await authenticate(request);
  // An empty string is what hosts have without a user. It would be one owner for all of them.
  if (ownerId === undefined || ownerId === null || ownerId === '') return undefined;
  if (isOwnerId(ownerId)) return ownerId;
  throw new SitegradeError(
    'internal',
    `options.authenticate must return an owner id (a well-formed string of 1 to 255 bytes without NUL), or undefined, null or '' if no one is logged in; it returned ${described(ownerId)}.`,
  );
}

/** The error for a request without a user logged in to the host. */
export function authenticationRequired(): SitegradeError {
  return new SitegradeError('unauthorized', 'Authentication required.', {
    reason: 'logged_out',
  });
}

/** Describes the value without its content, which may be a user object with secrets. */
function described(value: unknown): string {
  if (typeof value !== 'string') return `a value of type ${typeof value}`;
  if (!value.isWellFormed()) return 'a string with a lone surrogate';
  if (value.includes('\0')) return 'a string with a NUL character';
  return `a string of ${Buffer.byteLength(value)} bytes`;
}
