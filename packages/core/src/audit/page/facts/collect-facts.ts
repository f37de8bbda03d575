import type { PageFacts, SourceTag } from '../page-facts.ts';
import { attributeOf, cut } from '../tokens/tag-attributes.ts';
import { attributeLimit, type TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import type { Passage, Scope } from '../tree/open-element.ts';
import type { RawTextRecorder } from '../tree/recorder.ts';
import { type BodyMark, dropBody, markBody } from './body-mark.ts';
import {
  type Collected,
  createCollected,
  factsOf,
  listLimit,
  type TextTaker,
} from './collected.ts';
import type { ElementContext } from './element-context.ts';
import { elementFacts } from './element-facts.ts';
import { charactersIn, factCharacters, openBudget } from './fact-budget.ts';
import { hiddenBy, readGlobals, saying } from './global-facts.ts';
import { createNotedAttributes, noteAttributes, slot, valueIn } from './noted-attributes.ts';
import { isNamed, isNamedVoid, ownNameIn, spokenOfVoid } from './own-names.ts';
import { createPassage } from './passages.ts';
import { positionsIn } from './positions.ts';
import { readRawText } from './raw-text.ts';
import { roleFactOf } from './role-facts.ts';
import { followScopes } from './scopes.ts';
import { followText } from './visible-text.ts';
import { wantedLabels } from './wanted-labels.ts';

/** Characters of a tag's source that are kept. */
const sourceLimit = 300;

/** Characters of a tag that is not worth counting what its fact keeps of it: it is twice that at most. */
const shortTag = 500;

/** Elements of which the text is kept because an `aria-labelledby` names them. */
const labelLimit = 2_000;

const title = knownTag('title');
const xmp = knownTag('xmp');
const noscript = knownTag('noscript');
const picture = knownTag('picture');

/** What collects the facts of a page while it is read. */
export interface FactCollector {
  readonly recorder: RawTextRecorder;
  readonly collected: Collected;
  /** The facts so far, but for what only the page's bytes tell. */
  readonly facts: () => Omit<PageFacts, 'charset' | 'bytes'>;
}

/** Collects facts from what a page's tokens come to. */
export function collectFacts(text: string, positionOf = positionsIn(text)): FactCollector {
  const collected = createCollected();
  const note = (what: string): void => {
    collected.notes.add(what);
  };
  const budget = openBudget(text.length);
  const takes = (list: object, characters: number): boolean => {
    if (budget.takes(list, characters)) return true;
    note('the page has more elements than are kept: some are not listed');
    return false;
  };
  const visible = followText(() =>
    note('only the outer ones of very many texts in one another are read'),
  );
  const scopes = followScopes(visible.gathering);
  const raw = readRawText(visible, collected);
  const labels = wantedLabels(text);
  let body: BodyMark | null = null;
  let brokenBy: SourceTag | null = null;
  let htmlId: string | null = null;

  const sourceOf = (start: number, end: number): SourceTag => {
    const { line, column } = positionOf(start);
    const html = cut(text.slice(start, Math.min(end, start + sourceLimit + 1)), sourceLimit);
    return { line, column, html };
  };
  const keep = <Fact extends object>(list: Fact[], fact: Fact, inherited = 0): boolean => {
    if (list.length >= listLimit) {
      note(`only the first ${listLimit} of a kind of element are listed`);
      return false;
    }
    const { tagLength } = context;
    const own = tagLength > shortTag ? charactersIn(fact) : 2 * tagLength + inherited;
    return takes(list, factCharacters + own) && list.push(fact) > 0;
  };
  const noted = createNotedAttributes();
  const context: ElementContext = {
    collected,
    scopes,
    inHead: false,
    tagLength: 0,
    noted,
    hidden: 'no',
    sourceOf,
    keep,
    takes,
    alternative: visible.alternative,
    readJsonLd: raw.jsonLd,
  };

  const take = (passage: Passage, taker: TextTaker): void => {
    collected.pending.push({ passage, taker });
  };

  const isWanted = (id: string): boolean =>
    labels.has(id) && !collected.labels.has(id) && collected.labels.size < labelLimit;
  const keepLabel = (id: string, token: TagToken, passage: Passage): void => {
    const label = {
      passage,
      hidden: context.hidden !== 'no',
      label: valueIn(token, noted, slot['aria-label']),
      own: ownNameIn(token, noted),
      title: valueIn(token, noted, slot.title),
      name: null,
    };
    if (!takes(collected.labels, factCharacters + charactersIn(label))) return;
    collected.labels.set(id, label);
  };
  /** A name is text in the language of the element, or of what is around it. */
  const noteNames = (token: TagToken, scope: Scope | null): void => {
    const own = scope?.lang ?? null;
    if ((own === null && !scopes.hasLang()) || visible.isMuted()) return;
    if (!isNamed(token, context)) return;
    if (own === null) scopes.hasText();
    else own.hasText = true;
  };
  const element = (token: TagToken, inHead: boolean): Passage | null => {
    collected.elements++;
    raw.begins();
    if (token.attributesDropped) note(`only the first ${attributeLimit} attributes of a tag count`);
    const { tag } = token;
    noteAttributes(noted, token);
    const says = (noted.bits & saying) !== 0;
    context.inHead = inHead;
    context.tagLength = token.end - token.start;
    context.hidden = hiddenBy(token, noted, scopes.hidden());
    const taker = elementFacts(tag)?.(token, context) ?? null;
    const role = roleFactOf(token, context);
    if (tag === xmp) raw.page();
    else if (tag === noscript) raw.noscript();

    const id = valueIn(token, noted, slot.id);
    const isLabel = id !== null && isWanted(id);
    const isGathered = visible.gathering.length > 0;
    const scope = says || tag === picture ? readGlobals(token, id, context, isGathered) : null;
    if (isGathered && isNamedVoid(tag)) visible.speak(spokenOfVoid(token, context));
    noteNames(token, scope);
    if (tag === title) {
      if (taker) raw.title(take, taker);
      return null;
    }
    if (taker === null && role === null && scope === null && !isLabel) return null;
    const passage = createPassage(taker !== null || role !== null || isLabel, scope);
    if (taker) take(passage, taker);
    if (role) take(passage, role);
    if (isLabel) keepLabel(id, token, passage);
    return passage;
  };
  const recorder: RawTextRecorder = {
    element,
    note,
    opened: (opened) => {
      scopes.opened(opened);
      visible.opened(opened);
    },
    closed: (closed) => {
      visible.closed(closed);
      scopes.closed(closed);
    },
    part: visible.part,
    text: (run) => {
      if (!run.blank && !visible.isMuted()) scopes.hasText();
      visible.add(run);
    },
    foreignElement: (token) => {
      collected.elements++;
      noteAttributes(noted, token);
      if ((noted.bits & saying) === 0) return null;
      context.tagLength = token.end - token.start;
      context.hidden = hiddenBy(token, noted, scopes.hidden());
      const id = valueIn(token, noted, slot.id);
      const isLabel = id !== null && isWanted(id);
      const isGathered = visible.gathering.length > 0;
      const scope = readGlobals(token, id, context, isGathered);
      noteNames(token, scope);
      if (scope === null && !isLabel) return null;
      const passage = createPassage(isLabel, scope);
      if (isLabel) keepLabel(id, token, passage);
      return passage;
    },
    depth: (open) => {
      collected.depth = open;
    },
    headEnds: (start, end) => {
      brokenBy ??= sourceOf(start, end);
    },
    strayHeadEnd: () => {
      collected.headBrokenBy = brokenBy;
    },
    strayTag: (token) => {
      context.tagLength = token.end - token.start;
      keep(collected.strayTags, sourceOf(token.start, token.end));
    },
    doctype: (start, end, mode) => {
      collected.doctype = sourceOf(start, end).html;
      collected.mode = mode;
    },
    html: (token) => {
      const { html } = collected;
      const id = attributeOf(token, 'id');
      // A second tag gives the document's element what its own does not have.
      if (id && htmlId === null) collected.ids.add(id);
      htmlId ??= id;
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
    rawText: raw.text,
    rawTextEnds: raw.ends,
  };
  return {
    recorder,
    collected,
    facts: () => factsOf(collected, { words: visible.count.words, text: visible.text() }),
  };
}
