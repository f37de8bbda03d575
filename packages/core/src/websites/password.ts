import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** scrypt cost: N=2^15, r=8, p=3, one of the settings that OWASP's password storage sheet gives. */
const cost = { logN: 15, r: 8, p: 3 } as const;
const saltBytes = 16;
const hashBytes = 32;
/** scrypt needs 128·N·r bytes; Node refuses above `maxmem`, whose default is that very number. */
const maxmem = 64 * 1024 * 1024;
/** Each hash holds 32 MB and a thread of the pool for a tenth of a second. */
const atOnce = 2;

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Hashes a website's password, as `$scrypt$ln=15,r=8,p=3$salt$hash`. Unicode is normalised (NFKC),
 * so that one password typed on two keyboards is one.
 */
export async function hashPassword(
  password: string,
  randomBytes: (size: number) => Uint8Array,
): Promise<string> {
  const salt = Buffer.from(randomBytes(saltBytes));
  const hash = await digest(password, salt);
  const parameters = `ln=${cost.logN},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Whether the password is the one that was hashed. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, , , salt, hash] = stored.split('$');
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const actual = await digest(password, Buffer.from(salt, 'base64url'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

async function digest(password: string, salt: Uint8Array): Promise<Buffer> {
  await takeTurn();
  try {
    const { logN, r, p } = cost;
    return await derive(password.normalize('NFKC'), salt, hashBytes, {
      N: 2 ** logN,
      r,
      p,
      maxmem,
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}
