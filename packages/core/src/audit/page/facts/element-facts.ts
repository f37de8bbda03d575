import type { FormFact, MediaFact } from '../page-facts.ts';
import { byTag } from '../tokens/by-tag.ts';
import { attributeOf, hasAttribute } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { TextTarget } from './collected.ts';
import type { ElementContext } from './element-context.ts';
import { base, link, meta, title } from './head-elements.ts';
import { anchor, frame, heading, image } from './named-elements.ts';

type Extract = (token: TagToken, context: ElementContext) => TextTarget | null;

/**
 * Extracts the facts of an element by its tag. A returned fact receives the element's text once the
 * page is read.
 */
export const elementFacts = byTag<Extract>({
  title,
  meta,
  link,
  img: image,
  a: anchor,
  base,
  'h1 h2 h3 h4 h5 h6': heading,
  iframe: frame,
  script,
  style: (_token, { collected }) => {
    collected.styleElements++;
    return null;
  },
  'form button input': form,
  'video audio source track object embed': media,
  'acronym applet basefont bgsound big center dir font frame frameset marquee noframes strike tt':
    obsolete,
});

function script(token: TagToken, context: ElementContext) {
  const { collected, sourceOf, keep, inHead } = context;
  const { line, column, html } = sourceOf(token.start, token.end);
  const type = attributeOf(token, 'type');
  keep(collected.scripts, {
    line,
    column,
    html,
    src: attributeOf(token, 'src'),
    type,
    async: hasAttribute(token, 'async'),
    defer: hasAttribute(token, 'defer'),
    nomodule: hasAttribute(token, 'nomodule'),
    integrity: attributeOf(token, 'integrity'),
    crossorigin: attributeOf(token, 'crossorigin'),
    inHead,
  });
  if (type !== null && /^application\/ld\+json\s*(?:;|$)/i.test(type.trim())) {
    context.readJsonLd({ line, column, html, text: '', truncated: false });
  }
  return null;
}

function form(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const element = token.tag.name as FormFact['element'];
  const action = attributeOf(token, element === 'form' ? 'action' : 'formaction');
  if (element !== 'form' && action === null) return null;
  const { line, column, html } = sourceOf(token.start, token.end);
  const method = attributeOf(token, element === 'form' ? 'method' : 'formmethod');
  keep(collected.forms, { line, column, html, element, action, method });
  return null;
}

function media(token: TagToken, { collected, sourceOf, keep, scopes }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  const element = token.tag.name as MediaFact['element'];
  keep(collected.media, {
    line,
    column,
    html,
    element,
    src: attributeOf(token, element === 'object' ? 'data' : 'src'),
    srcset: attributeOf(token, 'srcset'),
    poster: attributeOf(token, 'poster'),
    type: attributeOf(token, 'type'),
    inPicture: scopes.inPicture(),
  });
  return null;
}

function obsolete(token: TagToken, { collected, sourceOf, keep }: ElementContext) {
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.obsolete, { line, column, html, element: token.tag.name });
  return null;
}
