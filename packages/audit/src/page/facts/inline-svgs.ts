import type { InlineSvgFact, SourceTag } from '../page-facts.ts';
import { knownTag } from '../tokens/tags.ts';
import type { TagToken } from '../tokens/token.ts';
import { namespace, type OpenElement } from '../tree/tree.ts';
import type { Mutable } from './frame.ts';

const svg = knownTag('svg');

/** Characters from which on inline graphics are kept: most icons have fewer. */
const largeSvg = 5_000;

/** Measures the `<svg>` elements of a page, except those in another. */
export interface InlineSvgs {
  /** A start tag, before its element opens. */
  readonly tag: (token: TagToken) => void;
  readonly opened: (element: OpenElement) => void;
  readonly closed: (element: OpenElement) => void;
}

/** Creates the measure. */
export function measureInlineSvgs(
  sourceOf: (start: number, end: number) => SourceTag,
  keep: (fact: Mutable<InlineSvgFact>) => void,
): InlineSvgs {
  let open = 0;
  let start = 0;
  /** `null` outside of an `<svg>`, and in one of a template. */
  let fact: Mutable<InlineSvgFact> | null = null;
  let kept = false;
  const isSvg = ({ tag, namespace: ns }: OpenElement): boolean =>
    tag === svg && ns === namespace.svg;
  return {
    tag: (token) => {
      if (open === 0) {
        if (token.tag !== svg) return;
        start = token.start;
        kept = false;
        fact = { ...sourceOf(token.start, token.end), characters: 0 };
      }
      if (fact === null) return;
      fact.characters = token.end - start;
      if (kept || fact.characters < largeSvg) return;
      kept = true;
      keep(fact);
    },
    opened: (element) => {
      if (isSvg(element)) open++;
    },
    closed: (element) => {
      if (isSvg(element) && --open === 0) fact = null;
    },
  };
}
