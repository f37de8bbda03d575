import type { LiveProcess, ProcessBeat } from '@sitegrade/core/store';
import { describe, expect, it } from 'vitest';
import { oneDay } from './job-fixture.ts';
import { type StoreHarness, useStore } from './store-harness.ts';

/** The processes that use a store. */
export function describeStoreProcesses(harness: StoreHarness): void {
  describe('processes', () => {
    const store = useStore(harness);
    const beat = (id: string, part: Partial<ProcessBeat> = {}) =>
      store().processes.beat({
        id,
        role: 'worker',
        settings: {},
        aliveMs: oneDay,
        now: new Date(),
        ...part,
      });
    const idsOf = (processes: readonly LiveProcess[]) => processes.map(({ id }) => id).sort();

    it('are known to each other, with their role and their settings', async () => {
      const before = Date.now() - oneDay;
      expect(await beat('a', { settings: { 'network.ports': 'x1', ruleset: 'ü' } })).toEqual([
        {
          id: 'a',
          role: 'worker',
          settings: { 'network.ports': 'x1', ruleset: 'ü' },
          startedAt: expect.any(Date),
        },
      ]);
      const both = await beat('b', { role: 'server' });
      expect(both).toHaveLength(2);
      expect(both.find(({ id }) => id === 'b')).toMatchObject({ role: 'server', settings: {} });
      for (const { startedAt } of both) expect(startedAt.getTime()).toBeGreaterThan(before);
    });

    it('are in the order in which they started, or else of their ids, for all of them', async () => {
      for (const id of ['c', 'a', 'b']) await beat(id);
      const seen = await Promise.all(['a', 'b', 'c', 'b'].map((id) => beat(id)));
      const [first = []] = seen;
      expect(idsOf(first)).toEqual(['a', 'b', 'c']);
      for (const processes of seen) expect(processes).toEqual(first);
      const order = [...first].sort(
        (a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1),
      );
      expect(first).toEqual(order);
    });

    it('keep the time at which they started', async () => {
      const [first] = await beat('a');
      const [again] = await beat('a', { now: new Date(Date.now() + 1_000), aliveMs: 0 });
      expect(again?.startedAt).toEqual(first?.startedAt);
    });

    it('are forgotten once they have not been seen for long enough, and come back', async () => {
      await beat('a');
      expect(idsOf(await beat('b'))).toEqual(['a', 'b']);
      expect(idsOf(await beat('b', { aliveMs: 0 }))).toEqual(['b']);
      expect(idsOf(await beat('b'))).toEqual(['b']);
      expect(idsOf(await beat('a'))).toEqual(['a', 'b']);
    });

    it('are forgotten at once when they end', async () => {
      await beat('a');
      await beat('b');
      await store().processes.end('a');
      await store().processes.end('never');
      expect(idsOf(await beat('b'))).toEqual(['b']);
    });

    it('may record at the same time that they are alive, while they forget others', async () => {
      const ids = Array.from({ length: 12 }, (_, at) => `p${String(at).padStart(2, '0')}`);
      await Promise.all(ids.map((id) => beat(id)));
      await Promise.all(ids.slice(4).map((id) => store().processes.end(id)));
      await Promise.all(ids.flatMap((id) => [beat(id), beat(id)]));
      expect(idsOf(await beat('p00'))).toEqual(ids);
    });
  });
}
