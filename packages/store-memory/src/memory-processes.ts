import { compareCodePoints, maxProcesses } from '@sitegrade/core/internal';
import type { ProcessStore } from '@sitegrade/core/store';
import type { MemoryTables } from './memory-tables.ts';

/** The processes of a memory store: there is only one, which may have several roles. */
export function memoryProcesses({ processes }: MemoryTables): ProcessStore {
  return {
    async beat({ id, role, settings, aliveMs, now }) {
      for (const { id: other, seenAt } of processes.values()) {
        const isLost = other !== id && seenAt.getTime() <= now.getTime() - aliveMs;
        if (isLost) processes.delete(other);
      }
      const startedAt = processes.get(id)?.startedAt ?? now;
      processes.set(id, { id, role, settings: { ...settings }, startedAt, seenAt: now });
      return [...processes.values()]
        .sort(
          (a, b) => a.startedAt.getTime() - b.startedAt.getTime() || compareCodePoints(a.id, b.id),
        )
        .slice(0, maxProcesses)
        .map(({ seenAt: _, ...live }) => structuredClone(live));
    },
    async end(id) {
      processes.delete(id);
    },
  };
}
