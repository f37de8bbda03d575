import { maxUrlLength } from '../../reports/report.ts';
import type { ListPosition } from '../../store.ts';

type Key = ListPosition['key'];

/** The largest number of reports that any store counts to. */
const maxCount = 2 ** 31 - 1;

/** What a position's key may be, by what the listing is sorted by. */
export const sortKeyRules = {
  id: (key) => isInteger(key, 1, Number.MAX_SAFE_INTEGER),
  url: isSortableText,
  domain: isSortableText,
  score: (key) => isInteger(key, 0, 100),
  reports_avg_score: (key) => key === null || (typeof key === 'number' && key >= 0 && key <= 100),
  reports_count: (key) => isInteger(key, 0, maxCount),
} as const satisfies Record<string, (key: Key) => boolean>;

function isInteger(key: Key, from: number, to: number): boolean {
  return typeof key === 'number' && Number.isInteger(key) && key >= from && key <= to;
}

function isSortableText(key: Key): boolean {
  if (typeof key !== 'string' || key.length > maxUrlLength) return false;
  return key.isWellFormed() && !key.includes('\0');
}
