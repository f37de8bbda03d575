import { createHash } from 'node:crypto';
import type { NewSession } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { newApiKey } from './api-key-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const createdAt = new Date('2026-01-02T03:04:05.678Z');
const expiresAt = new Date('2026-01-02T15:04:05.678Z');

/** Sessions: found by digest with their API key, a limited number for each key. */
export function describeStoreSessions(harness: StoreHarness): void {
  describe('sessions', () => {
    const store = useStore(harness);

    const digestOf = (name: string) => new Uint8Array(createHash('sha256').update(name).digest());
    const insert = (name: string, apiKeyId: number, part: Partial<NewSession> = {}) =>
      store().sessions.insert({ digest: digestOf(name), apiKeyId, createdAt, expiresAt, ...part });
    const find = (name: string) => store().sessions.findByDigest(digestOf(name));
    const insertKey = (name: string) => store().apiKeys.insert(newApiKey({ name }));

    it('are found only by digest, with their API key', async () => {
      const key = await insertKey('key');
      const other = await insertKey('other');
      expect(await insert('one', key.id)).toBe(true);
      expect(await insert('two', other.id)).toBe(true);
      expect(await find('one')).toEqual({ apiKey: key, expiresAt });
      expect(await find('two')).toEqual({ apiKey: other, expiresAt });
      expect(await find('three')).toBeUndefined();
      expect(await store().sessions.findByDigest(digestOf('one').slice(0, 31))).toBeUndefined();
      expect(await store().sessions.findByDigest(new Uint8Array())).toBeUndefined();
    });

    it('show their API key as it is now', async () => {
      const key = await insertKey('key');
      await insert('one', key.id);
      await store().apiKeys.revoke(key.ownerId, key.id, expiresAt);
      await store().apiKeys.recordUse(key.id, createdAt);
      expect(await find('one')).toEqual({
        apiKey: { ...key, revokedAt: expiresAt, lastUsedAt: createdAt },
        expiresAt,
      });
    });

    it('are deleted once', async () => {
      const key = await insertKey('key');
      await insert('one', key.id);
      await insert('two', key.id);
      expect(await store().sessions.delete(digestOf('one'))).toBe(true);
      expect(await store().sessions.delete(digestOf('one'))).toBe(false);
      expect(await find('one')).toBeUndefined();
      expect(await find('two')).toBeDefined();
    });

    it('must have different digests', async () => {
      const key = await insertKey('key');
      const other = await insertKey('other');
      await insert('one', key.id);
      await expect(insert('one', other.id)).rejects.toThrow();
      expect(await find('one')).toEqual({ apiKey: key, expiresAt });
    });

    it('replace the oldest of their API key if it has 20, also in the same millisecond', async () => {
      const key = await insertKey('key');
      const other = await insertKey('other');
      await insert('other', other.id);
      for (let index = 0; index < 20; index += 1) await insert(`${index}`, key.id);
      expect(await find('0')).toBeDefined();
      await insert('20', key.id);
      await insert('21', key.id);
      expect(await find('0')).toBeUndefined();
      expect(await find('1')).toBeUndefined();
      for (let index = 2; index < 22; index += 1) expect(await find(`${index}`)).toBeDefined();
      expect(await find('other')).toBeDefined();
    });

    it('are limited if they begin concurrently', async () => {
      const key = await insertKey('key');
      const names = Array.from({ length: 30 }, (_, index) => `${index}`);
      await Promise.all(names.map((name) => insert(name, key.id)));
      const found = await Promise.all(names.map(find));
      expect(found.filter((session) => session !== undefined)).toHaveLength(20);
    });

    it('delete those of their API key that have expired', async () => {
      const key = await insertKey('key');
      const other = await insertKey('other');
      await insert('old', key.id);
      await insert('of another key', other.id);
      const later = new Date(expiresAt.getTime() + 1);
      await insert('longer', key.id, { expiresAt: later });
      await insert('new', key.id, { createdAt: expiresAt, expiresAt: later });
      expect(await find('old')).toBeUndefined();
      expect(await find('longer')).toBeDefined();
      expect(await find('of another key')).toBeDefined();
    });
  });
}
