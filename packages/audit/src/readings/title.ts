import type { PageFacts, TitleFact } from '../page/page-facts.ts';
import { isVisible } from './text-length.ts';

/**
 * The title of the page: its first `<title>`, in the head or elsewhere, if it has visible text.
 * Browsers never show later ones (`document.title` of the HTML standard).
 */
export function titleOf(page: PageFacts): TitleFact | undefined {
  const [first] = page.titles;
  return first !== undefined && isVisible(first.text) ? first : undefined;
}
