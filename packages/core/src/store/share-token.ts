/** 128 random bits: unguessable, and short enough for a link in an email. */
const shareTokenBytes = 16;

/** Generates a share token: 32 hexadecimal digits. Some programs change the case of letters in links. */
export function makeShareToken({
  randomBytes,
}: {
  readonly randomBytes: (size: number) => Uint8Array;
}): string {
  return Buffer.from(randomBytes(shareTokenBytes)).toString('hex');
}

/**
 * Whether a string can be a share token: 1 to 64 characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`.
 * Databases accept other characters, such as NUL, in different ways.
 */
export function isShareToken(text: string): boolean {
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text);
}
