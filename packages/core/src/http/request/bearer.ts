import type { IncomingMessage } from 'node:http';
import { authenticate } from '../../api-keys/authenticate.ts';
import type { Context } from '../../context.ts';
import { isSitegradeError, SitegradeError } from '../../errors.ts';
import { headerValues } from './request.ts';

/** One space, then the token of RFC 6750; the scheme in any case (RFC 9110). */
const bearer = /^bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The owner of the request's API key. The key is read only from the Authorization header, and only
 * if there is exactly one.
 *
 * @throws SitegradeError `unauthorized`, with reason `invalid_token` if a token was sent.
 */
export async function ownerOf(context: Context, incoming: IncomingMessage): Promise<string> {
  const headers = headerValues(incoming, 'authorization');
  const token = headers.length === 1 ? bearer.exec(headers[0] ?? '')?.[1] : undefined;
  if (token === undefined) throw new SitegradeError('unauthorized', 'No token.');
  try {
    return (await authenticate(context, token)).ownerId;
  } catch (error) {
    if (!isSitegradeError(error) || error.code !== 'unauthorized') throw error;
    throw new SitegradeError('unauthorized', error.message, { reason: 'invalid_token' });
  }
}
