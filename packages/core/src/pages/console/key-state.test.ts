import { expect, it } from 'vitest';
import type { ApiKey } from '../../store/api-key.ts';
import { keyStateOf, shownKeys } from './key-state.ts';

const now = new Date('2026-06-01T00:00:00Z');
const keyOf = (part: Partial<ApiKey>): ApiKey => ({
  id: 1,
  ownerId: 'ann',
  name: '',
  prefix: 'sitegrade_abcd',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  ...part,
});

it.each([
  [{}, 'valid'],
  [{ expiresAt: new Date(now.getTime() + 1) }, 'valid'],
  [{ expiresAt: now }, 'expired'],
  [{ revokedAt: now }, 'revoked'],
  [{ revokedAt: now, expiresAt: now }, 'revoked'],
])('the state of %j is %s', (part, state) => {
  expect(keyStateOf(keyOf(part), now)).toBe(state);
});

it('shows all valid keys first, and the 20 newest of the others', () => {
  const keys = Array.from({ length: 60 }, (_, index) =>
    keyOf({ id: 60 - index, revokedAt: index % 2 === 0 ? now : null }),
  );
  const { shown, hidden } = shownKeys(keys, now);
  expect([shown.length, hidden]).toEqual([50, 10]);
  expect(shown.slice(0, 30).every(({ state }) => state === 'valid')).toBe(true);
  expect(shown.slice(30).map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => 60 - 2 * index),
  );
});
