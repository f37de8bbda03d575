import { positionsIn } from '../page/facts/positions.ts';
import type { JsonLdFact, SourceTag } from '../page/page-facts.ts';

/** Start tags are cut to this; of one that was, nobody knows where its text begins. */
const sourceLimit = 300;
/** Characters that are quoted of what stands somewhere. */
const quoteLimit = 120;

/** Tells where in the page the offsets of a block's text are, and quotes what stands there. */
export function tagsIn(fact: JsonLdFact): (offset: number) => () => SourceTag {
  return (offset) => () => {
    const html = fact.text
      .slice(offset, offset + quoteLimit)
      .replace(/\s+/g, ' ')
      .trim();
    if (fact.html.length >= sourceLimit) return { ...placeOf(fact), html };
    const before = `${fact.html}${fact.text}`;
    const { line, column } = positionsIn(before)(fact.html.length + offset);
    return {
      html,
      line: fact.line + line - 1,
      column: line === 1 ? fact.column + column - 1 : column,
    };
  };
}

function placeOf({ line, column }: JsonLdFact) {
  return { line, column };
}
