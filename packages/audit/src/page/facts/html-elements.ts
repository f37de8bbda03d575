import { knownTag } from '../tokens/tags.ts';
import { attributeLimit } from '../tokens/token.ts';
import type { Recorder } from '../tree/tree.ts';
import { accessibleTextOfVoid, isNamedVoid } from './accessibility.ts';
import { attribute, has, indexAttributes, valueIn } from './attributes.ts';
import type { TextTarget } from './collected.ts';
import { isFilledByScript } from './content-signs.ts';
import { controlFactOf, fieldLabelOf, isDisabling } from './control-facts.ts';
import { elementFacts } from './element-facts.ts';
import { recordInside, recordNames, take, takeTextValues } from './element-texts.ts';
import { noLists } from './fact-budget.ts';
import { hiddenBy, readGlobals, relevantAttributes } from './global-facts.ts';
import { roleFactOf, widgetFactOf } from './role-facts.ts';
import { trackStreamedParts } from './streamed-parts.ts';
import { collectVisibleLabel, createTextBuffer, type TextBuffer } from './text-buffer.ts';
import type { Trackers } from './trackers.ts';

const title = knownTag('title');
const xmp = knownTag('xmp');
const noscript = knownTag('noscript');
const article = knownTag('article');
const footer = knownTag('footer');
const picture = knownTag('picture');
const input = knownTag('input');
const link = knownTag('a');
const label = knownTag('label');
const summary = knownTag('summary');

/** Creates the reader of HTML elements. */
export function readHtmlElements(trackers: Trackers): Recorder<TextBuffer>['element'] {
  const { collected, keeper, visible, scopes, structure, aria, raw, svgs, labels, context } =
    trackers;
  const { indexed } = context;
  const noteStreamedPart = trackStreamedParts(trackers);
  return (token, inHead, parent) => {
    collected.elements++;
    if (inHead) collected.headElements++;
    raw.elementStarts();
    svgs.tag(token);
    if (token.attributesDropped)
      collected.notes.add(`only the first ${attributeLimit} attributes of a tag count`);
    indexAttributes(indexed, token);
    const { tag } = token;
    const around = scopes.hidden();
    keeper.tagLength = token.end - token.start;
    keeper.lists = noLists;
    context.inHead = inHead;
    context.kept = null;
    context.isSummary = tag === summary && parent?.frame?.awaitsSummary === true;
    context.hidden = hiddenBy(token, indexed, around);
    const target = elementFacts(tag)?.(token, context) ?? null;
    const role = roleFactOf(token, context);
    const control = controlFactOf(token, context);
    const widget = control === null ? widgetFactOf(token, context) : null;
    const fieldLabel = tag === label ? fieldLabelOf(token, context) : null;
    const { lists } = keeper;
    const disables = isDisabling(token, indexed);
    const frame = structure.element(token, parent?.frame ?? null, context);
    const header: TextTarget | null = frame?.header ?? frame?.legend ?? null;
    if (tag === xmp) raw.page();
    else if (tag === noscript) raw.noscript();

    const id = valueIn(token, indexed, attribute.id);
    const isLabel = id !== null && labels.isWanted(id);
    const isCollected = visible.openBuffers.length > 0;
    if (isCollected) recordInside(token, visible.openBuffers);
    const isKind = tag === picture || tag === article || fieldLabel !== null || disables;
    const isScope =
      isKind || indexed.dir || has(indexed, relevantAttributes) || context.hidden !== around;
    const scope = isScope
      ? readGlobals(token, id, context, isCollected, true, { fieldLabel, disables })
      : null;
    if (isCollected && isNamedVoid(tag))
      visible.addAccessibleText(accessibleTextOfVoid(token, context), tag === input);
    noteStreamedPart(token, id);
    if (scope !== null || scopes.hasLang()) recordNames(token, scope, trackers);
    aria.element(token, context, !visible.isHidden());
    const values = takeTextValues(trackers);
    if (tag === title) {
      if (target) {
        raw.title(
          (buffer) => take(collected, buffer, target),
          (characters) => keeper.charge(collected.titles, characters),
        );
      }
      return null;
    }
    const isNamed = role !== null || control !== null || widget !== null;
    const isFact = target !== null || isNamed || fieldLabel !== null;
    const isText = isFact || isLabel || values !== null || header !== null;
    if (!isText && scope === null && frame === null) return null;
    const buffer = createTextBuffer(isText, scope, tag === footer, frame);
    const isLabelled = has(indexed, attribute['aria-label'] | attribute['aria-labelledby']);
    if (isLabelled && (control !== null || role !== null || tag === link))
      collectVisibleLabel(buffer);
    if (control !== null || frame?.legend) buffer.filledByScript = isFilledByScript(token);
    if (isFact) buffer.lists = lists;
    if (target) take(collected, buffer, target);
    if (header)
      take(collected, buffer, header, frame?.header ? collected.tables : collected.groups);
    for (const value of values ?? []) take(collected, buffer, value, collected.items);
    if (role) take(collected, buffer, role);
    if (control) take(collected, buffer, control);
    if (widget) take(collected, buffer, widget);
    if (fieldLabel) take(collected, buffer, fieldLabel);
    if (isLabel) labels.keep(id, token, buffer, context);
    return buffer;
  };
}
