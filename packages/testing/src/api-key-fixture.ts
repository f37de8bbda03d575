import { createHash } from 'node:crypto';
import type { NewApiKey } from '@sitegrade/core/store';

/** An API key to insert. Its digest is that of its name by default. */
export function newApiKey(part: Partial<NewApiKey> = {}): NewApiKey {
  const name = part.name ?? 'dashboard';
  return {
    ownerId: 'owner-1',
    name,
    prefix: 'sitegrade_abcd',
    digest: new Uint8Array(createHash('sha256').update(name).digest()),
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    expiresAt: null,
    ...part,
  };
}
