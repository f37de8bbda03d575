import { describe, expect, it } from 'vitest';
import { newApiKey } from './api-key-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const later = new Date('2027-01-02T03:04:05.678Z');

/** API keys: stored by digest, listed, their use recorded, revoked once. */
export function describeStoreApiKeys(harness: StoreHarness): void {
  describe('API keys', () => {
    const store = useStore(harness);

    it('are stored completely and found only by digest', async () => {
      const given = newApiKey({ expiresAt: later });
      const { digest, ...shown } = given;
      const inserted = await store().apiKeys.insert(given);
      expect(inserted).toEqual({ ...shown, id: inserted.id, lastUsedAt: null, revokedAt: null });
      expect(await store().apiKeys.findByDigest(digest)).toEqual({ ...inserted, digest });
      expect(await store().apiKeys.findByDigest(newApiKey({ name: 'x' }).digest)).toBeUndefined();
      expect(await store().apiKeys.findByDigest(digest.slice(0, 31))).toBeUndefined();
      expect(await store().apiKeys.findByDigest(new Uint8Array())).toBeUndefined();
    });

    it('must have different digests', async () => {
      const first = await store().apiKeys.insert(newApiKey());
      await expect(store().apiKeys.insert(newApiKey({ ownerId: 'owner-2' }))).rejects.toThrow();
      expect(await store().apiKeys.list(undefined)).toEqual([first]);
    });

    it('are listed newest first, by owner or all', async () => {
      const first = await store().apiKeys.insert(newApiKey({ name: 'one' }));
      const second = await store().apiKeys.insert(newApiKey({ name: 'two', ownerId: 'owner-2' }));
      const third = await store().apiKeys.insert(newApiKey({ name: 'three' }));
      expect(await store().apiKeys.list(ownerId)).toEqual([third, first]);
      expect(await store().apiKeys.list(undefined)).toEqual([third, second, first]);
    });

    it('record their last use, of any owner', async () => {
      const key = await store().apiKeys.insert(newApiKey());
      const other = await store().apiKeys.insert(newApiKey({ name: 'other' }));
      await store().apiKeys.recordUse(key.id, later);
      expect(await store().apiKeys.list(ownerId)).toEqual([other, { ...key, lastUsedAt: later }]);
    });

    it('are revoked once, and keep the first time', async () => {
      const key = await store().apiKeys.insert(newApiKey());
      expect(await store().apiKeys.revoke(ownerId, key.id, later)).toBe(true);
      expect(await store().apiKeys.revoke(ownerId, key.id, new Date(0))).toBe(true);
      const found = await store().apiKeys.findByDigest(newApiKey().digest);
      expect(found).toMatchObject({ id: key.id, revokedAt: later });
    });
  });
}
