import type { ResourceAnswer } from '../../fetch/probes/probe-facts.ts';
import type { Check } from '../check.ts';
import { judgeOwnResources } from './sampled-resources.ts';

const daySeconds = 86_400;

/** Days: Lighthouse's insight about caching has nothing against as much. */
const enoughDays = 30;

/** Scripts and style sheets stay in the browser's cache. A sample, so it weighs nothing. */
export const cacheHeaders: Check = {
  id: 'cache-headers',
  category: 'performance',
  importance: 'info',
  title: 'Scripts and style sheets may be cached for long',
  advice:
    'Give files a name that changes with their content (app.3f9a1c.js), and send them with Cache-Control: max-age=31536000, immutable.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/uses-long-cache-ttl',
  run: (facts) =>
    judgeOwnResources(facts, ({ answer }) => faultOf(answer, facts.now), {
      good: `may be cached for ${enoughDays} days or longer`,
      bad: `may be cached for less than ${enoughDays} days`,
    }),
};

function faultOf(answer: ResourceAnswer, now: Date): string | null {
  const seconds = lifetimeOf(answer, now);
  if (seconds === null) return 'no Cache-Control and no Expires';
  if (seconds >= enoughDays * daySeconds) return null;
  if (seconds <= 0) return 'not without asking each time';
  if (seconds < daySeconds) return `${seconds} seconds`;
  return `${Math.floor(seconds / daySeconds)} days`;
}

/** Seconds for which a browser may keep it (RFC 9111 §4.2.1); `null` where its headers do not say. */
function lifetimeOf({ cacheControl, expires, date }: ResourceAnswer, now: Date): number | null {
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
  // What is no date, such as 0, has expired already (RFC 9111 §5.3).
  if (Number.isNaN(end)) return 0;
  const sent = Date.parse(date ?? '');
  return Math.floor((end - (Number.isNaN(sent) ? now.getTime() : sent)) / 1000);
}
