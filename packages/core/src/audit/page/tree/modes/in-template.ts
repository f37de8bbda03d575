import { byTag } from '../../tokens/by-tag.ts';
import { knownTag } from '../../tokens/tags.ts';
import { type Mode, mode, type Rules, rulesOf } from '../tree.ts';
import { inBody } from './in-body.ts';
import { endTemplate } from './in-head.ts';

const template = knownTag('template');
const inHead = new Set(
  'base basefont bgsound link meta noframes script style template title'.split(' ').map(knownTag),
);

const modes = byTag<Mode>({
  'caption colgroup tbody tfoot thead': mode.inTable,
  col: mode.inColumnGroup,
  tr: mode.inTableBody,
  'td th': mode.inRow,
});

/** In a template, whose first element determines the mode of its content. */
export const inTemplate: Rules = {
  text: inBody.text,
  startTag: (tree, token) => {
    if (inHead.has(token.tag)) return rulesOf(tree, mode.inHead).startTag(tree, token);
    tree.mode = modes(token.tag) ?? mode.inBody;
    tree.templateModes[tree.templateModes.length - 1] = tree.mode;
    rulesOf(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === template) endTemplate(tree);
  },
};
