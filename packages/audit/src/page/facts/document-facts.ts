import type { SourceTag } from '../page-facts.ts';
import { attributeOf } from '../tokens/token.ts';
import type { Recorder } from '../tree/tree.ts';
import {
  type BodyMark,
  type Collected,
  dropBody,
  type ElementContext,
  markBody,
} from './collected.ts';
import { directionIn } from './direction.ts';

/** What the tree construction reports of the document, not of one of its elements. */
type DocumentRecorder = Pick<
  Recorder,
  'doctype' | 'html' | 'depth' | 'headEnds' | 'strayHeadEnd' | 'bodyStarts' | 'bodyIsDropped'
>;

/** Creates the recorder of the doctype, the `<html>` tag, and where head and body begin and end. */
export function recordDocument(
  collected: Collected,
  sourceOf: ElementContext['sourceOf'],
): DocumentRecorder {
  let body: BodyMark | null = null;
  let brokenBy: SourceTag | null = null;
  let htmlId: string | null = null;
  return {
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
        dir: html?.dir ?? directionIn(attributeOf(token, 'dir')),
      };
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
    bodyStarts: () => {
      body = markBody(collected);
    },
    bodyIsDropped: () => {
      if (body) dropBody(collected, body);
    },
  };
}
