import type { ResourceResponse } from '../../probes/probe-facts.ts';
import { checkOwnResources } from '../../probes/sampled-resources.ts';
import type { Check } from '../check.ts';

const daySeconds = 86_400;

/** @remarks The limit of 30 days is ours, less than the year that Lighthouse advises. */
const enoughDays = 30;

/**
 * Browsers may cache scripts and style sheets. Only a sample is requested, so the check has no weight.
 */
export const cacheHeaders: Check<'days'> = {
  id: 'cache-headers',
  category: 'performance',
  importance: 'info',
  isAboutServer: true,
  title: 'Scripts and style sheets may be cached for a long time',
  advice:
    'Give files a name that changes with their content (app.3f9a1c.js), and send them with Cache-Control: max-age=31536000, immutable.',
  why: 'Visitors who come back load the same files again, so they wait longer and use more data than they have to.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-long-cache-ttl',
  samples: ['resources'],
  options: {
    days: {
      default: enoughDays,
      min: 0,
      max: 365,
      unit: 'days',
      description: 'Files that may be cached for less are a warning.',
    },
  },
  run: (facts, { days }) =>
    checkOwnResources(facts, ({ response }) => faultOf(response, facts.now, days), {
      good: `may be cached for ${days} days or longer`,
      bad: `may be cached for less than ${days} days`,
    }),
};

function faultOf(response: ResourceResponse, now: Date, enough: number): string | null {
  const seconds = lifetimeOf(response, now);
  if (seconds === null) return 'no Cache-Control and no Expires';
  if (seconds >= enough * daySeconds) return null;
  if (seconds <= 0) return 'must be revalidated each time';
  if (seconds < daySeconds) return `${seconds} seconds`;
  const days = Math.floor(seconds / daySeconds);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Seconds for which a browser may cache it (RFC 9111 §4.2.1); `null` if its headers do not state it. */
function lifetimeOf({ cacheControl, expires, date }: ResourceResponse, now: Date): number | null {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (directives.some((directive) => /^no-(?:store|cache)$/.test(directive))) return 0;
  for (const directive of directives) {
    const seconds = /^max-age\s*=\s*"?(\d{1,10})/.exec(directive)?.[1];
    if (seconds !== undefined) return Number(seconds);
  }
  if (expires === null) return null;
  const end = Date.parse(expires);
  // An invalid date, such as 0, means already expired (RFC 9111 §5.3).
  if (Number.isNaN(end)) return 0;
  const sent = Date.parse(date ?? '');
  return Math.floor((end - (Number.isNaN(sent) ? now.getTime() : sent)) / 1000);
}
