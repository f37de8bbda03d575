import { agentsOf, type RobotsRules } from './robots-rules.ts';

/** The longest delay that is honoured, in milliseconds: robots.txt must not stretch a crawl to days. */
const longestMs = 10_000;

/**
 * `Crawl-delay` of robots.txt for a crawler, in milliseconds: the largest of its groups, or else of the groups of
 * `*`; at most 10,000, and 0 without a valid one. It is not part of RFC 9309; Bing and others document seconds,
 * possibly with a fraction (https://www.bing.com/webmasters/help/how-to-create-a-robots-txt-file-cb7c31ec).
 *
 * @param userAgent - As for `isAllowed`.
 */
export function crawlDelayMs(
  { groups, lines }: Pick<RobotsRules, 'groups' | 'lines'>,
  userAgent: string,
): number {
  const token = userAgent.toLowerCase();
  const agent = groups.has(token) ? token : '*';
  let isOurs = false;
  let hasEnded = true;
  let longest = 0;
  for (const { directive, name, value } of lines) {
    if (directive === 'user-agent') {
      const isNamed = agentsOf(value).includes(agent);
      isOurs = hasEnded ? isNamed : isOurs || isNamed;
      hasEnded = false;
    } else if (directive === 'allow' || directive === 'disallow') {
      hasEnded = true;
    } else if (/^crawl-?delay$/i.test(name)) {
      // Unlike for `isAllowed`, it ends the list of agents: it is a rule of the group.
      hasEnded = true;
      if (isOurs) longest = Math.max(longest, millisecondsOf(value));
    }
  }
  return longest;
}

function millisecondsOf(value: string): number {
  if (!/^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(value)) return 0;
  return Math.min(Math.round(Number(value) * 1000), longestMs);
}
