import { isAllowed, type RobotsRules } from '../../fetch/robots/robots-rules.ts';
import type { Evidence } from '../../outcome.ts';
import { robotsEvidence } from '../evidence.ts';

/** A crawler that may not fetch a page, and the line of robots.txt that decides; `null` if unknown. */
export interface BlockedCrawler {
  /** Its product token as asked for, or `*` for crawlers that robots.txt does not name. */
  readonly agent: string;
  readonly line: number | null;
  readonly text: string | null;
}

/**
 * The crawlers that robots.txt blocks for a page, in the given order; `null` if it has too many rules with
 * wildcards to compare all of them.
 *
 * @param agents - Product tokens, such as `Googlebot`; `*` for crawlers without a group.
 * @param page - The final URL of the page.
 */
export function blockedCrawlers(
  { rules }: { readonly rules: RobotsRules },
  agents: readonly string[],
  page: string,
): readonly BlockedCrawler[] | null {
  const blocked: BlockedCrawler[] = [];
  for (const agent of agents) {
    // Applebot follows the rules for Googlebot where it has none (https://support.apple.com/en-us/119829).
    const isApple = agent === 'Applebot' && !rules.groups.has('applebot');
    const { allowed, line, text, complete } = isAllowed(rules, isApple ? 'Googlebot' : agent, page);
    if (!complete) return null;
    if (!allowed) blocked.push({ agent, line, text });
  }
  return blocked;
}

/** The lines of robots.txt that block crawlers, without duplicates. */
export function blockingLines(blocked: readonly BlockedCrawler[]): readonly Evidence[] {
  const lines = new Map<number, Evidence>();
  for (const { line, text } of blocked) {
    if (line !== null && !lines.has(line)) lines.set(line, robotsEvidence(text ?? '', line));
  }
  return [...lines.values()];
}

/** The summary for a robots.txt that {@link blockedCrawlers} cannot evaluate. */
export const tooManyRules = 'robots.txt has too many rules with wildcards to compare all of them.';
