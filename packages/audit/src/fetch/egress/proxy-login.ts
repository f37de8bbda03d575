import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The credentials of one proxy, which no one else has. */
interface ProxyLogin {
  readonly username: string;
  readonly password: string;
  /** What the header `Proxy-Authorization` of a request says: these credentials, others, or nothing. */
  check(header: string | undefined): 'right' | 'wrong' | 'missing';
}

/** What a request without the credentials gets. Browsers send it again with them, on another connection. */
export const loginRequired = {
  status: 407,
  message: 'Proxy Authentication Required',
  headers: {
    'Proxy-Authenticate': 'Basic realm="sitegrade"',
    'Content-Length': '0',
    Connection: 'close',
  },
} as const;

/** Creates random credentials. */
export function createProxyLogin(): ProxyLogin {
  const username = 'sitegrade';
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(Buffer.from(`${username}:${password}`).toString('base64'));
  return {
    username,
    password,
    check(header) {
      if (header === undefined) return 'missing';
      const [, given = ''] = /^Basic +(\S+) *$/i.exec(header) ?? [];
      const bytes = Buffer.from(given);
      const isRight = bytes.length === expected.length && timingSafeEqual(bytes, expected);
      return isRight ? 'right' : 'wrong';
    },
  };
}
