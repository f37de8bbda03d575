import type { PageFacts } from '../page-facts.ts';
import type { Tag } from '../tokens/tags.ts';
import { type Namespace, namespace, type Recorder } from '../tree/tree.ts';
import { type Collected, factsOf } from './collected.ts';
import { recordDocument } from './document-facts.ts';
import { readForeignElements } from './foreign-elements.ts';
import { readHtmlElements } from './html-elements.ts';
import type { Source } from './positions.ts';
import { isTracked } from './structure/structure.ts';
import { chargeOf, type TextBuffer } from './text-buffer.ts';
import { textTrait, textTraitsOf } from './text-traits.ts';
import { createTrackers, type Trackers } from './trackers.ts';

/** Collects the facts of a page while it is read. */
export interface FactCollector {
  readonly recorder: Recorder<TextBuffer>;
  readonly collected: Collected;
  /** The facts so far, except those of the page's bytes. */
  readonly facts: () => Omit<PageFacts, 'charset' | 'bytes' | 'isBuilt'>;
}

/**
 * Creates a collector, whose recorder the tree construction calls.
 *
 * @param labels - Ids of the elements whose text is kept because others refer to them.
 * @param secrets - The secrets of the page, once it is read.
 */
export function collectFacts(
  text: string,
  source: Source,
  labels: ReadonlySet<string>,
  secrets: () => PageFacts['secrets'],
): FactCollector {
  const trackers = createTrackers(text, source, labels);
  const { collected, keeper, visible, scopes, structure, raw, context } = trackers;
  const document = recordDocument(collected, context.sourceOf);
  const content = recordContent(trackers);
  const element = readHtmlElements(trackers);
  const recorder: Recorder<TextBuffer> = {
    element,
    note: (what) => collected.notes.add(what),
    voidElement: (token, inHead, parent) => {
      if ((textTraitsOf(token.tag, namespace.html) & textTrait.breaksWords) !== 0)
        visible.wordBreak();
      element(token, inHead, parent);
    },
    opened: content.opened,
    closed: content.closed,
    lineBreak: visible.wordBreak,
    text: content.text,
    foreignElement: readForeignElements(trackers),
    depth: document.depth,
    headEnds: document.headEnds,
    strayHeadEnd: document.strayHeadEnd,
    strayTag: (token) => {
      keeper.tagLength = token.end - token.start;
      keeper.keep(collected.strayTags, context.sourceOf(token.start, token.end));
    },
    doctype: document.doctype,
    html: document.html,
    bodyStarts: document.bodyStarts,
    bodyIsDropped: document.bodyIsDropped,
    rawText: raw.text,
    rawTextEnds: raw.ends,
  };
  return {
    recorder,
    collected,
    facts: () => {
      if (visible.isTextCut())
        collected.notes.add('only the first 100,000 characters of the text are kept');
      structure.finish();
      scopes.finish();
      const { count, hiddenCount } = visible;
      const { text, textSeams } = visible.text();
      const read = { text, textSeams, words: count.words, hiddenWords: hiddenCount.words };
      return factsOf(collected, read, secrets());
    },
  };
}

/** Records the elements that open and close, and the text between them. */
function recordContent({
  keeper,
  visible,
  scopes,
  structure,
  aria,
  svgs,
}: Trackers): Pick<Recorder<TextBuffer>, 'opened' | 'closed' | 'text'> {
  return {
    opened: (opened) => {
      const { tag, namespace: ns, attached } = opened;
      visible.seam();
      svgs.opened(opened);
      if (attached?.frame || isTracked(tag)) structure.opened(tag, ns, attached?.frame ?? null);
      aria.opened(opened);
      const traits = traitsOf(tag, ns, attached);
      if (attached === null && traits === 0) return;
      if (attached?.scope) scopes.opened(attached.scope);
      visible.opened(traits, attached);
    },
    closed: (closed) => {
      const { tag, namespace: ns, attached } = closed;
      visible.seam();
      svgs.closed(closed);
      if (attached?.frame || isTracked(tag)) structure.closed(tag, ns, attached?.frame ?? null);
      aria.closed(closed);
      const traits = traitsOf(tag, ns, attached);
      if (attached === null && traits === 0) return;
      visible.closed(traits, attached);
      if (attached !== null && attached.lists.length > 0 && attached.open === 0) {
        const texts = chargeOf(attached);
        for (const list of attached.lists) keeper.charge(list, texts);
      }
      if (attached?.scope) scopes.closed(attached.scope);
    },
    text: (run) => {
      if (!run.blank && !visible.isHidden()) {
        scopes.addText(run);
        if (scopes.hidden() === 'no') aria.text(run);
      }
      visible.add(run);
    },
  };
}

const hiddenFromAll = textTrait.hiddenFromAll | textTrait.excludedFromText;

/** The effects of an element on the page's text, by its tag and by what hides it. */
function traitsOf(tag: Tag, ns: Namespace, attached: TextBuffer | null): number {
  const traits = textTraitsOf(tag, ns);
  return attached?.scope?.hides === 'all' ? traits | hiddenFromAll : traits;
}
