import type { ConcealedFact } from '../../page-facts.ts';
import { knownTag } from '../../tokens/tags.ts';
import { hasAttribute, type TagToken } from '../../tokens/token.ts';
import { attribute, has, valueIn } from '../attributes.ts';
import type { Collected, ElementContext } from '../collected.ts';
import { concealmentOf } from '../concealment.ts';
import { charactersIn, factCharacters } from '../fact-budget.ts';
import type { Mutable } from '../frame.ts';
import type { StructureTracker } from './structure-tracker.ts';

/** Collects the elements whose `style` conceals links. */
interface Concealed extends StructureTracker {
  /** An element of HTML begins. */
  inside(token: TagToken): void;
}

const link = knownTag('a');
/** Elements that have no links in them, and the whole page, which a script shows. */
const others = new Set('body br embed hr html iframe img input'.split(' ').map(knownTag));

/** How the `style` of an element conceals its content; `null` if it does not, or has none. */
export function concealmentIn(
  token: TagToken,
  { indexed }: Pick<ElementContext, 'indexed'>,
): ConcealedFact['how'] | null {
  if (!has(indexed, attribute.style) || others.has(token.tag)) return null;
  return concealmentOf(valueIn(token, indexed, attribute.style) ?? '');
}

/** Creates the tracker. */
export function trackConcealed({ anchors, concealed }: Collected): Concealed {
  let open: Mutable<ConcealedFact> | null = null;
  let reserve: ElementContext['reserve'] = () => false;
  return {
    inside: (token) => {
      if (open?.plain) open.plain = !hasAttribute(token, 'class') && !hasAttribute(token, 'style');
    },
    element: (token, frame, _role, context) => {
      if (open !== null) return;
      const how = concealmentIn(token, context);
      if (how === null) return;
      const { line, column, html } = context.sourceOf(token.start, token.end);
      // Its own link is among them.
      const isLink = token.tag === link && context.kept !== null;
      const firstLink = anchors.length - (isLink ? 1 : 0);
      frame.concealed = { line, column, html, how, plain: true, firstLink, links: 0 };
      reserve = context.reserve;
    },
    opened: ({ concealed: fact }) => {
      if (fact !== null) open ??= fact;
    },
    closed: (frame) => {
      const fact = frame.concealed;
      // Copies that formatting leaves behind close later.
      frame.concealed = null;
      if (fact === null || fact !== open) return;
      open = null;
      fact.links = anchors.length - fact.firstLink;
      if (fact.links === 0) return;
      if (reserve(concealed, charactersIn(fact), factCharacters)) concealed.push(fact);
    },
  };
}
