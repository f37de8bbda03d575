import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import { maxPasswordLength } from '../store/website.ts';
import { countCodePoints, requireOwnerId } from '../validate.ts';
import { clientNetwork } from './client-network.ts';

const windowMs = 10 * 60 * 1000;

/** Enough for someone who mistypes a password. A client that guesses gets 1,440 tries a day. */
const guessesPerClient = 10;

/**
 * Enough for a class or a team that opens the link at the same time. With many addresses, an attacker gets
 * 14,400 tries a day, and locks out others meanwhile: a password of five random words is out of reach.
 */
const guessesPerWebsite = 100;

/** Options of {@link verifyWebsitePassword}. */
export interface VerifyPasswordOptions {
  /**
   * The IP address of the client. Guesses are counted by IPv4 address and by the /64 of an IPv6 address;
   * clients without a valid address are counted together.
   */
  readonly clientAddress?: string | undefined;
  /** Aborts the call while it waits to be checked, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Whether a password is the one of a website, for hosts who show reports themselves. Every call counts as
 * a guess, before the password is checked: 10 of a client and 100 in total for a website in 10 minutes,
 * over all processes with the same store. A guess that is refused is not counted. Passwords that differ
 * only in their Unicode form (NFKC) are the same.
 *
 * `false` also if there is no such website, or it has no password: check `website.privacy` before.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param password - The password, as the visitor entered it.
 * @param options - The address of the client, and a signal.
 * @throws SitegradeError `rate_limited` after too many guesses, whether this one is right or wrong, or if
 * too many for this website wait to be checked; `overloaded` if too many wait in total. Both have
 * `retryAfterSeconds`.
 * @example
 * ```ts
 * const { id, privacy } = await getWebsite(context, 'user-1', 7);
 * const mayRead =
 *   privacy === 'public' ||
 *   (privacy === 'password' &&
 *     (await verifyWebsitePassword(context, 'user-1', id, password, { clientAddress: '192.0.2.1' })));
 * ```
 */
export async function verifyWebsitePassword(
  context: Context,
  ownerId: string,
  websiteId: number,
  password: string,
  options: VerifyPasswordOptions = {},
): Promise<boolean> {
  return (await matchingHash(context, ownerId, websiteId, password, options)) !== undefined;
}

/** The hash that the password matches, if it does: what depends on the password must use the same one. */
export async function matchingHash(
  context: Context,
  ownerId: string,
  websiteId: number,
  password: string,
  { clientAddress, signal }: VerifyPasswordOptions,
): Promise<string | undefined> {
  requireOwnerId(ownerId);
  const passwordHash = await context.store.websites.findPasswordHash(ownerId, websiteId);
  // Not counted: there is nothing to guess, and any id would add rows.
  if (passwordHash === undefined) return undefined;
  await countGuess(context, websiteId, clientAddress);
  if (!canBePassword(password)) return undefined;
  const matches = await context.passwords.verify(websiteId, password, passwordHash, signal);
  return matches ? passwordHash : undefined;
}

/**
 * Counts against both limits or none: a client beyond its own limit uses up nothing of the website's, and
 * beyond the limit of the website, further clients add no rows. So a website has at most 101 of them.
 */
async function countGuess(
  { store, now }: Context,
  websiteId: number,
  clientAddress: string | undefined,
): Promise<void> {
  const at = now();
  const counted = await store.guesses.count(
    [
      { key: `password/${websiteId}`, limit: guessesPerWebsite },
      { key: `password/${websiteId}/${clientNetwork(clientAddress)}`, limit: guessesPerClient },
    ],
    at,
    windowMs,
  );
  if (counted.outcome === 'counted') return;
  const waitMs = counted.endsAt.getTime() - at.getTime();
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new SitegradeError(
    'rate_limited',
    `Too many attempts to enter the password. Retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** Hashing takes longer for longer strings, and no stored password is of these. */
function canBePassword(password: unknown): password is string {
  if (typeof password !== 'string' || password === '' || password.length > 2 * maxPasswordLength) {
    return false;
  }
  return password.isWellFormed() && countCodePoints(password) <= maxPasswordLength;
}
