/** A cookie as a header sets it. */
export interface SetCookie {
  readonly name: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** The host and the path it is for; `null` if not stated. */
  readonly domain: string | null;
  readonly path: string | null;
  /** Lower-case; `null` without a valid value. */
  readonly sameSite: 'strict' | 'lax' | 'none' | null;
  /** Whether the header deletes the cookie. */
  readonly expired: boolean;
  /** The header without the value of the cookie and without times. */
  readonly text: string;
}

/** Attributes that do not change between requests. */
const stable: ReadonlySet<string> = new Set([
  'path',
  'domain',
  'secure',
  'httponly',
  'samesite',
  'partitioned',
  'priority',
]);

/** Reads a `Set-Cookie` header as browsers do (RFC 6265 §5.2); `null` if it sets no cookie. */
export function parseSetCookie(line: string, now: Date): SetCookie | null {
  const [pair = '', ...rest] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  if (name === '') return null;
  const written = rest.map((part) => part.trim());
  // The last one of repeated attributes counts.
  const attributes = new Map(written.map(attributeOf));
  const sameSite = attributes.get('samesite')?.toLowerCase();
  return {
    name,
    secure: attributes.has('secure'),
    httpOnly: attributes.has('httponly'),
    domain: attributes.get('domain') || null,
    path: attributes.get('path') ?? null,
    sameSite: sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : null,
    expired: isPast(attributes, now),
    text: [`${name}=…`, ...written.filter((part) => stable.has(attributeOf(part)[0]))].join('; '),
  };
}

function attributeOf(part: string): [name: string, value: string] {
  const [name = '', ...value] = part.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

/** Servers delete a cookie by setting an expiry in the past. */
function isPast(attributes: ReadonlyMap<string, string>, now: Date): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  return Date.parse(attributes.get('expires') ?? '') <= now.getTime();
}
