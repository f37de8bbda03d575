import type { PageFacts } from '../../page/page-facts.ts';
import { countPageWords, splitWords } from './text-words.ts';

/** Filler text in use: the words that follow distinguish it from a mention. */
const filler = /lorem ipsum,? dolor sit/gi;
/** Words of filler text, to measure its share of a page. */
const fillerWords = new Set(
  'lorem ipsum dolor sit amet consectetur consectetuer adipiscing adipisicing elit sed eiusmod tempor incididunt labore dolore magna aliqua enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis aute irure reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat proident sunt culpa officia deserunt mollit anim laborum vestibulum pellentesque curabitur vivamus phasellus'.split(
    ' ',
  ),
);

/** Where a text uses "lorem ipsum" as filler; -1 if it does not. */
export function fillerIn(text: string): number {
  return text.search(filler);
}

/** How often a text uses "lorem ipsum" as filler. */
export function countFiller(text: string): number {
  return text.match(filler)?.length ?? 0;
}

/** The share of the page's words that are words of filler text, from 0 to 1. */
export function fillerShareOf(page: PageFacts): number {
  const found = splitWords(page.text).filter((word) => fillerWords.has(word)).length;
  return found / Math.max(1, countPageWords(page));
}
