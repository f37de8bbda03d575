import { reconstruct } from '../active-formatting.ts';
import { endOther } from '../end-other.ts';
import { insert } from '../insert.ts';
import type { Rules } from '../tree.ts';
import { bodyEndRules } from './in-body-end.ts';
import { bodyStartRules } from './in-body-start.ts';

/**
 * In the body, and wherever a mode has no rule of its own.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export const inBody: Rules = {
  text: (tree, run) => {
    reconstruct(tree);
    tree.recorder.text(run);
    if (!run.blank) tree.framesetOk = false;
  },
  startTag: (tree, token) => {
    const rule = bodyStartRules(token.tag);
    if (rule) return rule(tree, token);
    reconstruct(tree);
    insert(tree, token);
  },
  endTag: (tree, tag) => {
    const rule = bodyEndRules(tag);
    if (rule) rule(tree, tag);
    else endOther(tree, tag);
  },
};
