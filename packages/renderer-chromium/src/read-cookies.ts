import type { BrowserCookie } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';

/** How many cookies are returned, and how long their names are at most. */
const maxCookies = 100;
const maxNameLength = 200;

/** The cookies of the profile, without their values. */
export async function readCookies(page: OpenPage): Promise<readonly BrowserCookie[]> {
  const cookies = await page.cookies();
  return cookies
    .slice(0, maxCookies)
    .map(({ name, domain, expires, httpOnly, secure, sameSite }) => ({
      name: name.slice(0, maxNameLength),
      domain: domain.slice(0, maxNameLength),
      expires: expires < 0 ? null : Math.round(expires * 1_000),
      httpOnly,
      secure,
      sameSite: sameSite ?? null,
    }));
}
