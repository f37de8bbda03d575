import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context/context.ts';
import type { Website } from '../store/website.ts';
import { matchingHash, type VerifyPasswordOptions } from './verify-website-password.ts';

/** As long as a session: a visitor enters the password once a day. */
const passMs = 12 * 60 * 60 * 1000;

/** The expiry in milliseconds since 1970 to base 36, and an HMAC-SHA-256. */
const passForm = /^([1-9a-z][0-9a-z]{0,10})\.([\w-]{43})$/;

/** What a browser keeps of a visitor who has entered the password of a website. */
export interface SharePass {
  /** At most 55 characters of `0`–`9`, `A`–`Z`, `a`–`z`, `-`, `_` and `.`. */
  readonly value: string;
  readonly expiresAt: Date;
}

/**
 * Checks the password of a website, as {@link verifyWebsitePassword}, and issues a pass: for 12 hours, it
 * replaces the password. It is signed with the stored hash of the password, so nothing is stored, every
 * process accepts it, and a new password ends it, also if it is the same one again. Renewing the link of
 * the website ends it, too.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param website - The website.
 * @param password - The password, as the visitor entered it.
 * @param options - The address of the client, and a signal.
 * @returns the pass; `undefined` if the password is wrong, or the website has none.
 * @throws SitegradeError as {@link verifyWebsitePassword}.
 * @example
 * ```ts
 * const clientAddress = '192.0.2.1';
 * const pass = await createSharePass(context, 'user-1', website, password, { clientAddress });
 * if (pass) console.log(`${sharePassName(website)}=${pass.value}`);
 * ```
 */
export async function createSharePass(
  context: Context,
  ownerId: string,
  website: Pick<Website, 'id' | 'shareToken'>,
  password: string,
  options: VerifyPasswordOptions = {},
): Promise<SharePass | undefined> {
  // Signed with the hash that was checked: the password may change meanwhile.
  const passwordHash = await matchingHash(context, ownerId, website.id, password, options);
  if (passwordHash === undefined) return undefined;
  const expiresAt = new Date(context.now().getTime() + passMs);
  const expiry = expiresAt.getTime().toString(36);
  return { value: `${expiry}.${sign(website, expiry, passwordHash)}`, expiresAt };
}

/**
 * Whether a string is a pass of this website that has not expired.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param website - The website.
 * @param value - The pass, as the browser sent it.
 * @example
 * ```ts
 * const cookies = new Map<string, string>();
 * const value = cookies.get(sharePassName(website)) ?? '';
 * const mayRead = await isSharePass(context, 'user-1', website, value);
 * ```
 */
export async function isSharePass(
  context: Context,
  ownerId: string,
  website: Pick<Website, 'id' | 'shareToken'>,
  value: string,
): Promise<boolean> {
  const [, expiry = '', signature = ''] = passForm.exec(value) ?? [];
  if (expiry === '' || Number.parseInt(expiry, 36) <= context.now().getTime()) return false;
  const passwordHash = await context.store.websites.findPasswordHash(ownerId, website.id);
  if (passwordHash === undefined) return false;
  const expected = sign(website, expiry, passwordHash);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

function sign(
  { shareToken }: Pick<Website, 'shareToken'>,
  expiry: string,
  passwordHash: string,
): string {
  return createHmac('sha256', passwordHash)
    .update(`sitegrade share pass/${shareToken}/${expiry}`)
    .digest('base64url');
}

/**
 * The name that a pass is kept under, such as that of a cookie: different for each website. It does not
 * disclose the link of the website, because a visitor of a report may not know that.
 *
 * @param website - The website.
 * @returns 32 characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`.
 */
export function sharePassName({ shareToken }: Pick<Website, 'shareToken'>): string {
  const digest = createHash('sha256').update(`sitegrade share pass name/${shareToken}`);
  return `sitegrade_${digest.digest('base64url').slice(0, 22)}`;
}
