import { hashOfWebsite } from '../../schedules/next-run.ts';

const hourMs = 3_600_000;

/** A week in milliseconds. */
export const weekMs = 7 * 24 * hourMs;

/** The first Monday since 1970, 07:00 UTC. */
const firstMonday = Date.UTC(1970, 0, 5, 7);

/**
 * When the next digest of a website is due: on a Monday from 07:00 to 08:00 UTC, always at the same time. It is that of all
 * of its recipients, so that what is new is found once for all.
 */
export function nextDigestAt(websiteId: number, after: Date): Date {
  const first = firstMonday + Math.floor(hashOfWebsite(websiteId) * hourMs);
  const weeks = Math.floor((after.getTime() - first) / weekMs) + 1;
  return new Date(first + weeks * weekMs);
}
