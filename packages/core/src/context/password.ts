import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createFairQueue } from '@sitegrade/foundation/fair-queue';

/** scrypt parameters N=2^15, r=8, p=3, from OWASP's Password Storage Cheat Sheet. */
const cost = { logN: 15, r: 8, p: 3 } as const;
const saltBytes = 16;
const hashBytes = 32;
/** scrypt needs 128·N·r bytes, and Node's default limit is too low for that. */
const maxmem = 64 * 1024 * 1024;
/** Concurrent hashes of a process. Each takes 32 MB and a thread of the pool for 0.1 seconds. */
export const hashesAtOnce = 2;
/** Concurrent checks of a process, in addition: guesses must not delay owners who set a password. */
export const checksAtOnce = 1;

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
const hashSlots = createFairQueue(hashesAtOnce);
const checkSlots = createFairQueue(checksAtOnce);
/** N, r, p, salt and hash. */
const stored = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/** Who waits for a slot. */
interface SlotOptions {
  /** The queue of a context. The queues of a process are served round-robin. */
  readonly queue?: string;
  /** Removes the call from the queue, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link hashPassword}. */
interface HashOptions extends SlotOptions {
  /** Logarithm of N to base 2. Default 15; less is for tests of queues. */
  readonly logN?: number | undefined;
}

/**
 * Hashes a password as `$scrypt$ln=15,r=8,p=3$salt$hash`. Unicode is normalised (NFKC), so that different
 * keyboards give the same password.
 */
export function hashPassword(
  password: string,
  randomBytes: (size: number) => Uint8Array,
  options: HashOptions = {},
): Promise<string> {
  const { logN = cost.logN } = options;
  return runInSlot(hashSlots, options, async () => {
    const salt = Buffer.from(randomBytes(saltBytes));
    const hash = await digest(password, salt, { ...cost, logN });
    const parameters = `ln=${logN},r=${cost.r},p=${cost.p}`;
    return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  });
}

/** Whether a password matches a hash of {@link hashPassword}; `false` for any other text. */
export async function verifyPassword(
  password: string,
  passwordHash: string,
  options: SlotOptions = {},
): Promise<boolean> {
  const found = stored.exec(passwordHash);
  if (found === null) return false;
  const [, logN, r, p, salt = '', hash = ''] = found;
  const parameters = { logN: Number(logN), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const actual = await runInSlot(checkSlots, options, () =>
    digest(password, Buffer.from(salt, 'base64url'), parameters),
  );
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function digest(
  password: string,
  salt: Uint8Array,
  { logN, r, p }: { readonly logN: number; readonly r: number; readonly p: number },
): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, hashBytes, { N: 2 ** logN, r, p, maxmem });
}

async function runInSlot<Result>(
  slots: typeof hashSlots,
  { queue = '', signal }: SlotOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await slots.acquire(queue, 1, signal);
  try {
    return await work();
  } finally {
    release();
  }
}
