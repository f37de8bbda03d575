import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue } from '../fair-queue.ts';

/** scrypt cost: N=2^15, r=8, p=3, one of the settings that OWASP's password storage sheet gives. */
const cost = { logN: 15, r: 8, p: 3 } as const;
const saltBytes = 16;
const hashBytes = 32;
/** scrypt needs 128·N·r bytes; Node refuses above `maxmem`, whose default is that very number. */
const maxmem = 64 * 1024 * 1024;
/** Hashes made at once in a process: each holds 32 MB and a thread of the pool for a tenth of a second. */
export const hashesAtOnce = 2;

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
const places = createFairQueue(hashesAtOnce);

/** Who a hash is made for. */
interface HashOptions {
  /** Queues of a process have their hashes made in turn. */
  readonly queue?: string;
  /** Leaves the queue; its reason is what is thrown then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Hashes a website's password, as `$scrypt$ln=15,r=8,p=3$salt$hash`. Unicode is normalised (NFKC),
 * so that one password typed on two keyboards is one.
 */
export function hashPassword(
  password: string,
  randomBytes: (size: number) => Uint8Array,
  options: HashOptions = {},
): Promise<string> {
  return inPlace(options, async () => {
    const salt = Buffer.from(randomBytes(saltBytes));
    const hash = await digest(password, salt);
    const parameters = `ln=${cost.logN},r=${cost.r},p=${cost.p}`;
    return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  });
}

/** Whether the password is the one that was hashed. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, , , salt, hash] = stored.split('$');
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const actual = await inPlace({}, () => digest(password, Buffer.from(salt, 'base64url')));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function digest(password: string, salt: Uint8Array): Promise<Buffer> {
  const { logN, r, p } = cost;
  return derive(password.normalize('NFKC'), salt, hashBytes, { N: 2 ** logN, r, p, maxmem });
}

async function inPlace<Result>(
  { queue = '', signal }: HashOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await places.acquire(queue, 1, signal);
  try {
    return await work();
  } finally {
    release();
  }
}
