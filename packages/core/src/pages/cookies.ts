import type { PageRequest } from '../http/route.ts';

/** The values of a cookie in a request: more than one if cookies of several paths or domains match. */
export function cookieValues(
  request: Pick<PageRequest, 'header'>,
  name: string,
): readonly string[] {
  return request
    .header('cookie')
    .flatMap((line) => line.split(';'))
    .flatMap((pair) => {
      const equals = pair.indexOf('=');
      return pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
    });
}

/** A cookie that scripts cannot read and other sites' forms do not send. */
interface NewCookie {
  readonly name: string;
  /** Letters, digits, `-`, `_`, `.`. Empty to delete the cookie. */
  readonly value: string;
  /** The path of the pages that get it. */
  readonly path: string;
  readonly expiresAt: Date;
  /** Whether the pages are served with https. */
  readonly secure: boolean;
}

/** The `Set-Cookie` header of a cookie. */
export function setCookie({ name, value, path, expiresAt, secure }: NewCookie): string {
  return [
    `${name}=${value}`,
    // Mount paths with parameters may contain what would begin another attribute.
    `Path=${path.replaceAll(';', '%3B')}`,
    `Expires=${expiresAt.toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}
