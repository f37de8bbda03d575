import { positionsIn } from '../../page/facts/positions.ts';
import type { JsonLdFact, SourceTag } from '../../page/page-facts.ts';

/** Quoted start tags are cut to this length; the text after a cut tag has an unknown position. */
const sourceLimit = 300;
/** Characters of the text that are quoted. */
const quoteLimit = 120;

/** Finds the position of an offset of a block in the page, and quotes the text there. */
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
