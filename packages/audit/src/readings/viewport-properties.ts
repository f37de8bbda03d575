import type { MetaFact, PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';
import { metasNamed } from './metas-by-name.ts';
import { firstOf } from './notes.ts';

/** Only the first tags are read. */
const maxTags = 25;
const separator = /[,;]/;
const space = /[\t\n\f\r ]/;

/** The page's viewport meta tags, the first 25. */
export function viewportsOf(page: PageFacts): readonly MetaFact[] {
  return firstOf(page, metasNamed(page, 'viewport'), maxTags, 'viewport meta tags are read');
}

/** The properties of a viewport meta tag, see {@link viewportPropertiesIn}. */
export const viewportPropertiesOf = memoize(({ content }: MetaFact) =>
  viewportPropertiesIn(content ?? ''),
);

/**
 * The properties of a viewport meta tag by lower-case name; the last one wins.
 * White space separates properties only after a value: `user-scalable = no width=100` is two.
 * Source: https://drafts.csswg.org/css-viewport/#parsing-algorithm
 */
function viewportPropertiesIn(content: string): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  let at = 0;
  const skipWhile = (test: (character: string) => boolean) => {
    const from = at;
    while (at < content.length && test(content.charAt(at))) at += 1;
    return content.slice(from, at);
  };
  const isPart = (character: string) =>
    character !== '=' && !separator.test(character) && !space.test(character);
  while (at < content.length) {
    skipWhile((character) => !isPart(character));
    const name = skipWhile(isPart).toLowerCase();
    skipWhile((character) => character !== '=' && !separator.test(character));
    if (content.charAt(at) !== '=') continue;
    skipWhile((character) => character === '=' || space.test(character));
    const value = skipWhile(isPart).toLowerCase();
    if (name !== '' && value !== '') properties.set(name, value);
  }
  return properties;
}
