import { knownTag } from '../tokens/tags.ts';
import { attributeOf, type TagToken } from '../tokens/token.ts';
import { namespace, type Recorder } from '../tree/tree.ts';
import { attribute, has, indexAttributes, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';
import { recordNames, take, takeTextValues } from './element-texts.ts';
import { hiddenBy, readGlobals, relevantAttributes } from './global-facts.ts';
import { svgImageOf } from './role-facts.ts';
import { createTextBuffer, type TextBuffer } from './text-buffer.ts';
import type { Trackers } from './trackers.ts';

const title = knownTag('title');
const link = knownTag('a');

/** Creates the reader of SVG and MathML elements. */
export function readForeignElements(trackers: Trackers): Recorder<TextBuffer>['foreignElement'] {
  const { collected, keeper, visible, scopes, structure, aria, svgs, labels, context } = trackers;
  const { indexed } = context;
  return (token, ns, parent) => {
    collected.elements++;
    svgs.tag(token);
    structure.foreign(parent?.frame ?? null);
    indexAttributes(indexed, token);
    const isAria = aria.isTracked(indexed);
    const named = token.tag === title ? (parent?.svgImage ?? null) : null;
    keeper.tagLength = token.end - token.start;
    if (token.tag === link) keepLink(token, context);
    if (named === null && !isAria && !has(indexed, relevantAttributes)) return null;
    context.hidden = hiddenBy(token, indexed, scopes.hidden());
    const image = ns === namespace.svg ? svgImageOf(token, context) : null;
    if (isAria) aria.foreignElement(token, context);
    const id = valueIn(token, indexed, attribute.id);
    const isLabel = id !== null && labels.isWanted(id);
    const isCollected = visible.openBuffers.length > 0;
    const scope = readGlobals(token, id, context, isCollected, false);
    if (scope !== null || scopes.hasLang()) recordNames(token, scope, trackers);
    const values = takeTextValues(trackers);
    const isText = isLabel || values !== null || named !== null;
    if (scope === null && !isText && image === null) return null;
    const buffer = createTextBuffer(isText, scope);
    buffer.svgImage = image;
    if (named !== null && parent !== null) {
      take(collected, buffer, named, collected.roles);
      parent.svgImage = null;
    }
    for (const value of values ?? []) take(collected, buffer, value, collected.items);
    if (isLabel) labels.keep(id, token, buffer, context);
    return buffer;
  };
}

/** Keeps a link of SVG: https://www.w3.org/TR/SVG2/linking.html#XLinkRefAttrs */
function keepLink(token: TagToken, { collected, sourceOf, keep }: ElementContext): void {
  const href = attributeOf(token, 'href') ?? attributeOf(token, 'xlink:href');
  if (href === null) return;
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.svgLinks, { line, column, html, href });
}
