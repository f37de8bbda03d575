import type { SourceTag } from '../page-facts.ts';
import { cut } from '../tokens/characters.ts';
import { type AriaTree, trackAria } from './aria/aria-facts.ts';
import { createIndexedAttributes } from './attributes.ts';
import { type Collected, createCollected, type ElementContext } from './collected.ts';
import { factCharacters, wordCharacters } from './fact-budget.ts';
import { type FactKeeper, keepFacts } from './fact-keeper.ts';
import { collectGarbled } from './garbled-facts.ts';
import { type InlineSvgs, measureInlineSvgs } from './inline-svgs.ts';
import { keepLabels, type LabelTexts } from './label-texts.ts';
import type { Source } from './positions.ts';
import { createRawTextReader, type RawText } from './raw-text.ts';
import { type Scopes, trackScopes } from './scopes.ts';
import { type Structure, trackStructure } from './structure/structure.ts';
import { trackVisibleText, type VisibleText } from './visible-text.ts';

/** Characters of a tag's source that are kept. */
const sourceLimit = 300;

/** What tracks a page while it is read, a tracker for each concept. */
export interface Trackers {
  readonly collected: Collected;
  readonly keeper: FactKeeper;
  readonly visible: VisibleText;
  readonly scopes: Scopes;
  readonly structure: Structure;
  readonly aria: AriaTree;
  readonly raw: RawText;
  readonly svgs: InlineSvgs;
  readonly labels: LabelTexts;
  /** What is known of the current element. */
  readonly context: ElementContext;
}

/**
 * Creates the trackers of a page.
 *
 * @param labelIds - Ids of the elements whose text is kept because others refer to them.
 */
export function createTrackers(
  text: string,
  { positionOf, quote }: Source,
  labelIds: ReadonlySet<string>,
): Trackers {
  const sourceOf = (start: number, end: number): SourceTag => {
    const { line, column } = positionOf(start);
    const html = cut(quote(start, Math.min(end, start + sourceLimit + 1)), sourceLimit);
    return { line, column, html };
  };
  const collected = createCollected();
  const keeper = keepFacts(text.length, collected);
  const { keep, reserve } = keeper;
  const visible = trackVisibleText(
    () => collected.notes.add('only the outermost of deeply nested texts are read'),
    collectGarbled(text, positionOf, collected, reserve),
  );
  const scopes = trackScopes(visible.openBuffers, () => visible.count.words);
  const structure = trackStructure(collected, () => visible.count.words);
  const raw = createRawTextReader(visible, collected);
  const svgs = measureInlineSvgs(sourceOf, (fact) => {
    if (reserve(collected.inlineSvgs, fact.html.length, factCharacters)) {
      collected.inlineSvgs.push(fact);
    }
  });
  const context: ElementContext = {
    collected,
    scopes,
    structure,
    kept: null,
    inHead: false,
    isSummary: false,
    indexed: createIndexedAttributes(),
    hidden: 'no',
    sourceOf,
    keep,
    reserve,
    addAlternative: visible.addAlternative,
    textValues: null,
    readStyle: raw.style,
    readMarks: (marks) =>
      raw.script(marks, (mark) => reserve(collected.scripts, mark.length, wordCharacters)),
    readJsonLd: raw.jsonLd,
  };
  const aria = trackAria();
  const labels = keepLabels(labelIds, collected);
  return { collected, keeper, visible, scopes, structure, aria, raw, svgs, labels, context };
}
