import type { LinkTagFact } from '../page/page-facts.ts';

/** Whether browsers show nothing until this style sheet in the head has loaded. */
export function isBlockingStyleSheet(link: LinkTagFact): boolean {
  const { rel, href, type, media, disabled, inHead } = link;
  if (!inHead || disabled || !rel.includes('stylesheet') || rel.includes('alternate')) return false;
  if (!href?.trim()) return false;
  if (type?.trim() && !/^\s*text\/css\s*(?:;|$)/i.test(type)) return false;
  if (media === null) return true;
  // Feature queries may not match; only these media always block.
  return media.split(',').some((query) => /^(?:(?:only\s+)?(?:all|screen))?$/i.test(query.trim()));
}
