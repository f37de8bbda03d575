import type { Privacy } from '@sitegrade/core';
import type { WebsiteChange, WebsiteUpdate } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { newReport } from './report-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

const ownerId = 'owner-1';
const updatedAt = new Date('2027-08-09T10:11:12.131Z');

/** Updates of a website, and its password. */
export function describeStoreWebsiteUpdates(harness: StoreHarness): void {
  describe('website updates', () => {
    const store = useStore(harness);

    /** A website of this privacy, with a password if the privacy requires one. */
    const websiteOf = async (privacy: Privacy): Promise<number> => {
      const { websiteId } = await store().reports.create(newReport());
      const passwordHash = privacy === 'password' ? { passwordHash: '$hash$old' } : {};
      const change = { privacy, ...passwordHash, updatedAt: new Date(updatedAt.getTime() - 1_000) };
      await store().websites.update(ownerId, websiteId, change);
      return websiteId;
    };
    const update = (id: number, change: Omit<WebsiteChange, 'updatedAt'>): Promise<WebsiteUpdate> =>
      store().websites.update(ownerId, id, { ...change, updatedAt });

    it.each<{ from: Privacy; change: Omit<WebsiteChange, 'updatedAt'>; to: [Privacy, boolean] }>([
      { from: 'private', change: {}, to: ['private', false] },
      { from: 'private', change: { privacy: 'public' }, to: ['public', false] },
      { from: 'private', change: { passwordHash: '$hash$' }, to: ['private', false] },
      {
        from: 'private',
        change: { privacy: 'public', passwordHash: '$h$' },
        to: ['public', false],
      },
      {
        from: 'public',
        change: { privacy: 'password', passwordHash: '$h$' },
        to: ['password', true],
      },
      { from: 'password', change: {}, to: ['password', true] },
      { from: 'password', change: { privacy: 'password' }, to: ['password', true] },
      { from: 'password', change: { passwordHash: '$hash$new' }, to: ['password', true] },
      { from: 'password', change: { privacy: 'public' }, to: ['public', false] },
      {
        from: 'password',
        change: { privacy: 'private', passwordHash: '$h$' },
        to: ['private', false],
      },
    ])('$from with $change is $to', async ({ from, change, to: [privacy, hasPassword] }) => {
      const id = await websiteOf(from);
      const changed = await update(id, change);
      const website = await store().websites.find(ownerId, id);
      expect(changed).toEqual({ outcome: 'updated', website });
      expect(website).toMatchObject({ privacy, hasPassword, updatedAt, reportsCount: 1 });
    });

    it('need a password if there is none, and change nothing otherwise', async () => {
      const { websiteId } = await store().reports.create(newReport());
      const before = await store().websites.find(ownerId, websiteId);
      const refused = await update(websiteId, { privacy: 'password' });
      expect(refused).toEqual({ outcome: 'password_required' });
      expect(await store().websites.find(ownerId, websiteId)).toEqual(before);
    });

    it('delete the password when privacy leaves `password`', async () => {
      const id = await websiteOf('password');
      await update(id, { privacy: 'private' });
      expect(await update(id, { privacy: 'password' })).toEqual({ outcome: 'password_required' });
    });

    it('do not store an ignored password', async () => {
      const id = await websiteOf('private');
      await update(id, { passwordHash: '$hash$' });
      expect(await update(id, { privacy: 'password' })).toEqual({ outcome: 'password_required' });
    });

    it('need a password for a website that was created as `password` and has none', async () => {
      const report = newReport({ defaultPrivacy: 'password' });
      const { websiteId } = await store().reports.create(report);
      expect(await update(websiteId, {})).toEqual({ outcome: 'password_required' });
      const changed = await update(websiteId, { passwordHash: '$hash$' });
      expect(changed).toMatchObject({ outcome: 'updated', website: { hasPassword: true } });
    });

    it('change only one website', async () => {
      const id = await websiteOf('private');
      const { websiteId } = await store().reports.create(newReport({ domain: 'other.com' }));
      const before = await store().websites.find(ownerId, websiteId);
      await update(id, { privacy: 'public' });
      expect(await store().websites.find(ownerId, websiteId)).toEqual(before);
    });
  });
}
