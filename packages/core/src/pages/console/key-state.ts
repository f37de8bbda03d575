import type { ApiKey } from '../../store/api-key.ts';

/** Whether a key can be used. */
type KeyState = 'valid' | 'expired' | 'revoked';

/** The state of a key at a time. */
export function keyStateOf({ revokedAt, expiresAt }: ApiKey, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

/** A key in the list. */
interface ShownKey extends ApiKey {
  readonly state: KeyState;
}

/** Keys of the past pile up; the newest ones are enough to see what was revoked. */
const maxEnded = 20;

/** The keys of the list: the valid ones, then the newest of the others, and how many are left out. */
export function shownKeys(
  keys: readonly ApiKey[],
  now: Date,
): { readonly shown: readonly ShownKey[]; readonly hidden: number } {
  const all = keys.map((key) => ({ ...key, state: keyStateOf(key, now) }));
  const valid = all.filter(({ state }) => state === 'valid');
  const ended = all.filter(({ state }) => state !== 'valid');
  return {
    shown: [...valid, ...ended.slice(0, maxEnded)],
    hidden: Math.max(0, ended.length - maxEnded),
  };
}
