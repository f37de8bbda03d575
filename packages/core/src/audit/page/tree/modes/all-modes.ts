import { mode, type Rules } from '../tree.ts';
import { afterAfterBody, afterBody } from './after-body.ts';
import { afterHead } from './after-head.ts';
import { beforeHead, beforeHtml, initial } from './before-head.ts';
import { inBody } from './in-body.ts';
import { afterAfterFrameset, afterFrameset, inFrameset } from './in-frameset.ts';
import { inHead, inHeadNoscript } from './in-head.ts';
import { inRow, inTableBody } from './in-rows.ts';
import { inSelect, inSelectInTable } from './in-select.ts';
import { inTable } from './in-table.ts';
import { inCaption, inCell, inColumnGroup } from './in-table-parts.ts';
import { inTemplate } from './in-template.ts';

const rulesByName: Readonly<Record<keyof typeof mode, Rules>> = {
  initial,
  beforeHtml,
  beforeHead,
  inHead,
  inHeadNoscript,
  afterHead,
  inBody,
  inTable,
  inCaption,
  inColumnGroup,
  inTableBody,
  inRow,
  inCell,
  inSelect,
  inSelectInTable,
  inTemplate,
  afterBody,
  inFrameset,
  afterFrameset,
  afterAfterBody,
  afterAfterFrameset,
};

/** The rules of every insertion mode, at its number. */
export const allModes: readonly Rules[] = Object.entries(mode)
  .sort(([, left], [, right]) => left - right)
  .map(([name]) => rulesByName[name as keyof typeof mode]);
