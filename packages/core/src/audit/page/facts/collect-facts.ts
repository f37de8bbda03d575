import type { PageFacts, SourceTag } from '../page-facts.ts';
import { cut } from '../tokens/characters.ts';
import { knownTag, type Tag } from '../tokens/tags.ts';
import { attributeLimit, attributeOf, type TagToken } from '../tokens/token.ts';
import { type Namespace, namespace, type Recorder, type TextRun } from '../tree/tree.ts';
import { accessibleTextOfVoid, isNamed, isNamedVoid, ownNameIn } from './accessibility.ts';
import { trackAria } from './aria/aria-facts.ts';
import { attribute, createIndexedAttributes, has, indexAttributes, valueIn } from './attributes.ts';
import {
  type BodyMark,
  type Collected,
  createCollected,
  dropBody,
  type ElementContext,
  factsOf,
  listLimit,
  markBody,
  type TextTarget,
} from './collected.ts';
import { isFilledByScript, isStyled } from './content-signs.ts';
import { controlFactOf, fieldLabelOf, isDisabling } from './control-facts.ts';
import { elementFacts } from './element-facts.ts';
import { charactersIn, factCharacters, openBudget, wordCharacters } from './fact-budget.ts';
import { garbledPlacesIn } from './garbled-text.ts';
import { hiddenBy, readGlobals, relevantAttributes } from './global-facts.ts';
import { measureInlineSvgs } from './inline-svgs.ts';
import type { Lines } from './positions.ts';
import { createRawTextReader } from './raw-text.ts';
import { roleFactOf } from './role-facts.ts';
import { trackScopes } from './scopes.ts';
import { isTracked, trackStructure } from './structure/structure.ts';
import {
  collapse,
  collectVisibleLabel,
  createTextBuffer,
  type Scope,
  type TextBuffer,
} from './text-buffer.ts';
import { textTrait, textTraitsOf } from './text-traits.ts';
import { trackVisibleText } from './visible-text.ts';

const title = knownTag('title');
const xmp = knownTag('xmp');
const noscript = knownTag('noscript');
const article = knownTag('article');
const footer = knownTag('footer');
const picture = knownTag('picture');
const input = knownTag('input');
const link = knownTag('a');
const label = knownTag('label');

/** Characters of a tag's source that are kept. */
const sourceLimit = 300;

/** Up to this tag length a fact's size is estimated as twice that length, not counted. */
const shortTag = 500;

/** Garbled places that are kept: far more than a report quotes. */
const garbledLimit = 500;
/** Characters before and after a garbled place. */
const excerpt = 40;

/** Elements whose text is kept because an `aria-labelledby` refers to them. */
const labelLimit = 2_000;

/** Collects the facts of a page while it is read. */
export interface FactCollector {
  readonly recorder: Recorder<TextBuffer>;
  readonly collected: Collected;
  /** The facts so far, except those of the page's bytes. */
  readonly facts: () => Omit<PageFacts, 'charset' | 'bytes'>;
}

/**
 * Creates a collector, whose recorder the tree construction calls.
 *
 * @param labels - Ids of the elements whose text is kept because others refer to them.
 * @param secrets - The secrets of the page, once it is read.
 */
export function collectFacts(
  text: string,
  positionOf: Lines['positionOf'],
  labels: ReadonlySet<string>,
  secrets: () => PageFacts['secrets'],
): FactCollector {
  const collected = createCollected();
  const note = (what: string): void => {
    collected.notes.add(what);
  };
  const budget = openBudget(text.length);
  const reserve = (list: object, characters: number): boolean => {
    if (budget.reserve(list, characters)) return true;
    note('the page has more elements than are kept: some are not listed');
    return false;
  };
  const visible = trackVisibleText(
    () => note('only the outermost of deeply nested texts are read'),
    (piece, run) => noteGarbled(piece, run),
  );
  const scopes = trackScopes(visible.openBuffers);
  const structure = trackStructure(collected, () => visible.count.words);
  const aria = trackAria();
  const raw = createRawTextReader(visible, collected);
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
    return reserve(list, factCharacters + own) && list.push(fact) > 0;
  };
  const svgs = measureInlineSvgs(sourceOf, (fact) => {
    if (reserve(collected.inlineSvgs, factCharacters + fact.html.length)) {
      collected.inlineSvgs.push(fact);
    }
  });
  const indexed = createIndexedAttributes();
  const context: ElementContext = {
    collected,
    scopes,
    structure,
    kept: null,
    inHead: false,
    tagLength: 0,
    indexed,
    hidden: 'no',
    sourceOf,
    keep,
    reserve,
    alternative: visible.alternative,
    textValues: null,
    readMarks: (marks) =>
      raw.script(marks, (mark) => reserve(collected.scripts, wordCharacters + mark.length)),
    readJsonLd: raw.jsonLd,
  };

  const take = (buffer: TextBuffer, target: TextTarget): void => {
    collected.pending.push({ buffer, target });
  };

  const isWanted = (id: string): boolean =>
    labels.has(id) && !collected.labels.has(id) && collected.labels.size < labelLimit;
  const keepLabel = (id: string, token: TagToken, buffer: TextBuffer): void => {
    const label = {
      buffer,
      hidden: context.hidden !== 'no',
      label: valueIn(token, indexed, attribute['aria-label']),
      own: ownNameIn(token, indexed),
      title: valueIn(token, indexed, attribute.title),
      name: null,
    };
    if (!reserve(collected.labels, factCharacters + charactersIn(label))) return;
    collected.labels.set(id, label);
  };
  /** An accessible name counts as text in the language of the element or its ancestors. */
  const noteNames = (token: TagToken, scope: Scope | null): void => {
    const own = scope?.lang ?? null;
    if ((own === null && !scopes.hasLang()) || visible.isHidden()) return;
    if (!isNamed(token, context)) return;
    if (own === null) scopes.hasText();
    else own.hasText = true;
  };
  const takeTextValues = (): readonly TextTarget[] | null => {
    const values = context.textValues;
    context.textValues = null;
    return values;
  };
  const noteGarbled = (piece: string, run: TextRun): void => {
    if (collected.garbled.length >= garbledLimit) return;
    const isDecoded = run.text !== text;
    for (const { index, length, kind } of garbledPlacesIn(piece)) {
      if (collected.garbled.length >= garbledLimit) return;
      // It may be that of a reference such as &#xFFFD;, which is written on purpose.
      if (isDecoded && kind === 'replacement') continue;
      // Offsets in decoded text are not those of the page.
      const { line, column } = positionOf(isDecoded ? run.at : run.at + index);
      const end = index + Math.min(length, excerpt) + excerpt;
      const around = collapse(piece.slice(Math.max(0, index - excerpt), end)).trim();
      const fact = { line, column, kind, text: around.toWellFormed() };
      if (reserve(collected.garbled, factCharacters + around.length)) collected.garbled.push(fact);
    }
  };
  /** What an element inside others changes about their texts. */
  const noteInside = (token: TagToken): void => {
    const isFilled = isFilledByScript(token);
    for (const buffer of visible.openBuffers) {
      if (isFilled) buffer.filledByScript = true;
      if (buffer.visibleLabel?.certain && isStyled(token)) buffer.visibleLabel.certain = false;
    }
  };
  const element = (
    token: TagToken,
    inHead: boolean,
    parent: TextBuffer | null,
  ): TextBuffer | null => {
    collected.elements++;
    raw.elementStarts();
    svgs.tag(token);
    if (token.attributesDropped) note(`only the first ${attributeLimit} attributes of a tag count`);
    const { tag } = token;
    indexAttributes(indexed, token);
    const isRelevant = has(indexed, relevantAttributes);
    context.inHead = inHead;
    context.tagLength = token.end - token.start;
    const around = scopes.hidden();
    context.hidden = hiddenBy(token, indexed, around);
    context.kept = null;
    const target = elementFacts(tag)?.(token, context) ?? null;
    const role = roleFactOf(token, context);
    const control = controlFactOf(token, context);
    const fieldLabel = tag === label ? fieldLabelOf(token, context) : null;
    const disables = isDisabling(token, indexed);
    const frame = structure.element(token, parent?.frame ?? null, context);
    const header = frame?.header ?? null;
    if (tag === xmp) raw.page();
    else if (tag === noscript) raw.noscript();

    const id = valueIn(token, indexed, attribute.id);
    const isLabel = id !== null && isWanted(id);
    const isCollected = visible.openBuffers.length > 0;
    if (isCollected) noteInside(token);
    const isScope =
      isRelevant ||
      tag === picture ||
      tag === article ||
      fieldLabel !== null ||
      disables ||
      context.hidden !== around;
    const scope = isScope
      ? readGlobals(token, id, context, isCollected, true, { fieldLabel, disables })
      : null;
    if (isCollected && isNamedVoid(tag))
      visible.addAccessibleText(accessibleTextOfVoid(token, context), tag === input);
    noteNames(token, scope);
    aria.element(token, context, !visible.isHidden());
    const values = takeTextValues();
    if (tag === title) {
      if (target) raw.title(take, target);
      return null;
    }
    const isFact = target !== null || role !== null || control !== null || fieldLabel !== null;
    const isText = isFact || isLabel || values !== null || header !== null;
    if (!isText && scope === null && frame === null) return null;
    const buffer = createTextBuffer(isText, scope, tag === footer, frame);
    const isLabelled = has(indexed, attribute['aria-label'] | attribute['aria-labelledby']);
    if (isLabelled && (control !== null || role !== null || tag === link))
      collectVisibleLabel(buffer);
    if (control !== null) buffer.filledByScript = isFilledByScript(token);
    if (target) take(buffer, target);
    if (header) take(buffer, header);
    for (const value of values ?? []) take(buffer, value);
    if (role) take(buffer, role);
    if (control) take(buffer, control);
    if (fieldLabel) take(buffer, fieldLabel);
    if (isLabel) keepLabel(id, token, buffer);
    return buffer;
  };
  const recorder: Recorder<TextBuffer> = {
    element,
    note,
    voidElement: (token, inHead, parent) => {
      if ((textTraitsOf(token.tag, namespace.html) & textTrait.breaksWords) !== 0)
        visible.wordBreak();
      element(token, inHead, parent);
    },
    opened: (opened) => {
      const { tag, namespace: ns, attached } = opened;
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
      svgs.closed(closed);
      if (attached?.frame || isTracked(tag)) structure.closed(tag, ns, attached?.frame ?? null);
      aria.closed(closed);
      const traits = traitsOf(tag, ns, attached);
      if (attached === null && traits === 0) return;
      visible.closed(traits, attached);
      if (attached?.scope) scopes.closed(attached.scope);
    },
    lineBreak: visible.wordBreak,
    text: (run) => {
      if (!run.blank && !visible.isHidden()) {
        scopes.hasText();
        if (scopes.hidden() === 'no') aria.text(run);
      }
      visible.add(run);
    },
    foreignElement: (token, parent) => {
      collected.elements++;
      svgs.tag(token);
      structure.foreign(parent?.frame ?? null);
      indexAttributes(indexed, token);
      const isAria = aria.isTracked(indexed);
      if (!isAria && !has(indexed, relevantAttributes)) return null;
      context.tagLength = token.end - token.start;
      context.hidden = hiddenBy(token, indexed, scopes.hidden());
      if (isAria) aria.foreignElement(token, context);
      const id = valueIn(token, indexed, attribute.id);
      const isLabel = id !== null && isWanted(id);
      const isCollected = visible.openBuffers.length > 0;
      const scope = readGlobals(token, id, context, isCollected, false);
      noteNames(token, scope);
      const values = takeTextValues();
      if (scope === null && !isLabel && values === null) return null;
      const buffer = createTextBuffer(isLabel || values !== null, scope);
      for (const value of values ?? []) take(buffer, value);
      if (isLabel) keepLabel(id, token, buffer);
      return buffer;
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
      // Attributes of a second tag are added where the first does not have them.
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
    facts: () => {
      if (visible.isTextCut()) note('only the first 100,000 characters of the text are kept');
      structure.finish();
      const { count, hiddenCount, text } = visible;
      const words = { words: count.words, hiddenWords: hiddenCount.words, text: text() };
      return factsOf(collected, words, secrets());
    },
  };
}

const hiddenFromAll = textTrait.hiddenFromAll | textTrait.excludedFromText;

/** The effects of an element on the page's text, by its tag and by what hides it. */
function traitsOf(tag: Tag, ns: Namespace, attached: TextBuffer | null): number {
  const traits = textTraitsOf(tag, ns);
  return attached?.scope?.hides === 'all' ? traits | hiddenFromAll : traits;
}
