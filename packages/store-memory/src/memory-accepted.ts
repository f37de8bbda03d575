import type { AcceptedFinding } from '@sitegrade/core';
import { acceptedListing } from '@sitegrade/core/internal';
import type { AcceptedStore, NewAcceptedFindings } from '@sitegrade/core/store';
import { listInMemory } from './memory-listing.ts';
import { type AcceptedRow, isOwned, type MemoryTables } from './memory-tables.ts';

/** The accepted findings of a memory store. */
export function memoryAccepted(tables: MemoryTables): AcceptedStore {
  const ofWebsite = (ownerId: string, websiteId: number) =>
    tables.accepted.filter((row) => row.ownerId === ownerId && row.websiteId === websiteId);
  return {
    async accept({ ownerId, websiteId, findings, acceptedAt, maxAccepted, maxPatterns }) {
      if (!tables.websites.some(isOwned(ownerId, websiteId))) return { outcome: 'missing' };
      const stored = new Map(ofWebsite(ownerId, websiteId).map((row) => [keyOf(row), row]));
      const added = findings.filter((finding) => !stored.has(keyOf(finding)));
      const patterns = [...stored.values(), ...added].filter(isPattern).length;
      if (added.some(isPattern) && patterns > maxPatterns) return { outcome: 'too_many_patterns' };
      const used = tables.accepted.filter((row) => row.ownerId === ownerId).length;
      if (added.length > 0 && used + added.length > maxAccepted) {
        return { outcome: 'quota_exceeded', used, requested: added.length };
      }
      const rows = findings.map((finding): AcceptedRow => {
        const current = stored.get(keyOf(finding));
        tables.lastIds.accepted += current ? 0 : 1;
        const { id, createdAt } = current ?? {
          id: tables.lastIds.accepted,
          createdAt: acceptedAt,
        };
        return { ...finding, id, ownerId, websiteId, createdAt, updatedAt: acceptedAt };
      });
      const replaced = new Set(rows.map(({ id }) => id));
      tables.accepted = [...tables.accepted.filter(({ id }) => !replaced.has(id)), ...rows].sort(
        (a, b) => a.id - b.id,
      );
      return { outcome: 'accepted', findings: rows.map(toAccepted), created: added.length };
    },
    async find(ownerId, websiteId, id) {
      const row = ofWebsite(ownerId, websiteId).find((other) => other.id === id);
      return row && toAccepted(row);
    },
    list: async (ownerId, websiteId, query) =>
      listInMemory(ofWebsite(ownerId, websiteId).map(toAccepted), query, acceptedListing),
    matching: async (ownerId, websiteId, { fingerprints, checks }) =>
      ofWebsite(ownerId, websiteId)
        .filter(({ fingerprint, check }) =>
          fingerprint === null ? checks.includes(check) : fingerprints.includes(fingerprint),
        )
        .map(toAccepted),
    async delete(ownerId, websiteId, id) {
      const row = ofWebsite(ownerId, websiteId).find((other) => other.id === id);
      tables.accepted = tables.accepted.filter((other) => other !== row);
      return row !== undefined;
    },
  };
}

type Keyed = NewAcceptedFindings['findings'][number];

function isPattern({ fingerprint }: Keyed): boolean {
  return fingerprint === null;
}

/** What identifies an accepted finding within its website. */
function keyOf({ fingerprint, check, path }: Keyed): string {
  return fingerprint ?? `${check} ${path}`;
}

function toAccepted({ ownerId: _, ...accepted }: AcceptedRow): AcceptedFinding {
  return accepted;
}
