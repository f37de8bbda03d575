import type { NewApiKey } from '@sitegrade/core/store';

/** An API key to insert, with a digest of all kinds of bytes. */
export function newApiKey(part: Partial<NewApiKey> = {}): NewApiKey {
  return {
    ownerId: 'owner-1',
    name: 'a key',
    prefix: 'sg_live_abcd',
    digest: Uint8Array.from({ length: 32 }, (_, index) => (index * 37) % 256),
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    expiresAt: null,
    ...part,
  };
}
