import type { PageFacts } from '../page/page-facts.ts';
import { codeOf, fewElements, fewWords, hasMainHeading, scriptSignsOf } from './app-shell.ts';

/**
 * Whether scripts seem to build the content of a page, so that its report changes when they run: the page needs them
 * (`scriptSignsOf`), React streams a part of its text, or it has scripts, and neither a main heading nor much else, such as "Loading…" in the element of
 * a framework.
 */
export function needsRendering(page: PageFacts): boolean {
  const { content, words, streamedWords } = scriptSignsOf(page);
  if (content !== null || streamedWords > 0) return true;
  if (codeOf(page).length === 0 || words >= fewWords) return false;
  return page.elements < fewElements && !hasMainHeading(page);
}
