import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const marker = 'sitegrade_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^${marker}[0-9A-Za-z]{${secretLength + checksumLength}}$`);
/** The largest multiple of 62 in a byte. Using larger bytes would favour some characters. */
const unbiased = 62 * Math.floor(256 / 62);

/**
 * Generates an API key: `sitegrade_`, 32 random base62 characters (190 bits) and a CRC-32 of both, which
 * detects mistyped keys without a query.
 */
export function makeKeyText(randomBytes: (size: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of randomBytes(secretLength)) {
      if (byte < unbiased && secret.length < secretLength) secret += alphabet[byte % 62];
    }
  }
  const body = marker + secret;
  return body + checksumOf(body);
}

/** Whether a string has the format and the checksum of an API key. */
export function isKeyText(text: string): boolean {
  if (!shape.test(text)) return false;
  return checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The SHA-256 of a key, which stores keep instead of the key. A random key needs no slow hash. */
export function digestOfKey(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

/** The first characters of a key, to recognise it in a list. */
export function displayPrefixOf(text: string): string {
  return text.slice(0, marker.length + 4);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
