import type { PageFacts, SourceTag } from '../page-facts.ts';
import { attributeOf, cut } from '../tokens/tag-attributes.ts';
import { attributeLimit, type TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import type { Passage } from '../tree/open-element.ts';
import type { RawTextRecorder } from '../tree/recorder.ts';
import { type BodyMark, dropBody, markBody } from './body-mark.ts';
import { type Collected, createCollected, factsOf } from './collected.ts';
import { type ElementContext, elementFacts } from './element-facts.ts';
import { collapse, gather } from './passages.ts';
import { positionsIn } from './positions.ts';
import { followText } from './visible-text.ts';

/** Entries of one kind that are kept. */
export const listLimit = 10_000;
/** Characters of a tag's source that are kept. */
const sourceLimit = 300;

const img = knownTag('img');
const title = knownTag('title');
const xmp = knownTag('xmp');

/** What collects the facts of a page while it is read. */
export interface FactCollector {
  readonly recorder: RawTextRecorder;
  readonly collected: Collected;
  /** The facts so far, but for what only the page's bytes tell. */
  readonly facts: () => Omit<PageFacts, 'charset' | 'bytes'>;
}

/** Collects facts from what a page's tokens come to. */
export function collectFacts(text: string): FactCollector {
  const collected = createCollected();
  const visible = followText();
  const positionOf = positionsIn(text);
  /** What takes the text of the raw element that is open: a title's passage, or the page. */
  let rawTarget: Passage | 'page' | null = null;
  let body: BodyMark | null = null;

  const note = (what: string): void => {
    collected.notes.add(what);
  };
  const sourceOf = (start: number, end: number): SourceTag => {
    const { line, column } = positionOf(start);
    const html = cut(text.slice(start, Math.min(end, start + sourceLimit + 1)), sourceLimit);
    return { line, column, html };
  };
  const keep = <Fact>(list: Fact[], fact: Fact): boolean => {
    if (list.length < listLimit) return list.push(fact) > 0;
    note(`only the first ${listLimit} of a kind of element are listed`);
    return false;
  };

  const context: ElementContext = { collected, sourceOf, keep };

  const element = (token: TagToken, inHead: boolean): Passage | null => {
    collected.elements++;
    if (token.attributesDropped) note(`only the first ${attributeLimit} attributes of a tag count`);
    const { tag } = token;
    if (tag === xmp) rawTarget = 'page';
    const extract = elementFacts(tag);
    if (extract === undefined) return null;
    const passage = extract(token, inHead, context);
    if (tag === img) visible.alternative(attributeOf(token, 'alt') ?? '');
    if (tag !== title) return passage;
    rawTarget = passage;
    return null;
  };

  const recorder: RawTextRecorder = {
    element,
    note,
    opened: visible.opened,
    closed: visible.closed,
    part: visible.part,
    text: visible.text,
    foreignElement: () => {
      collected.elements++;
    },
    doctype: (start, end, mode) => {
      collected.doctype = sourceOf(start, end).html;
      collected.mode = mode;
    },
    html: (token) => {
      const { html } = collected;
      collected.html = {
        ...(html ?? sourceOf(token.start, token.end)),
        lang: html?.lang ?? attributeOf(token, 'lang'),
        xmlLang: html?.xmlLang ?? attributeOf(token, 'xml:lang'),
      };
    },
    bodyStarts: () => {
      body = markBody(collected);
    },
    bodyIsDropped: () => {
      if (body) dropBody(collected, body);
    },
    rawText: (run) => {
      if (rawTarget === 'page') visible.text(run);
      else if (rawTarget) gather(rawTarget, collapse(run.text.slice(run.start, run.end)));
    },
    rawTextEnds: () => {
      rawTarget = null;
    },
  };
  return { recorder, collected, facts: () => factsOf(collected, visible.count.words) };
}
