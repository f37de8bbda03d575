import type { Check } from '../../check.ts';
import { accesskeyUnique } from './accesskey-unique.ts';
import { autocompleteValid } from './autocomplete-valid.ts';
import { buttonName } from './button-name.ts';
import { fieldLabel } from './field-label.ts';
import { inputType } from './input-type.ts';
import { labelFor } from './label-for.ts';
import { labelInName } from './label-in-name.ts';
import { menuItemName } from './menu-item-name.ts';
import { pasteAllowed } from './paste-allowed.ts';
import { tabindexPositive } from './tabindex-positive.ts';

/** Names, labels and keys of controls. */
export const controlChecks: readonly Check[] = [
  buttonName,
  menuItemName,
  fieldLabel,
  labelFor,
  labelInName,
  autocompleteValid,
  inputType,
  pasteAllowed,
  tabindexPositive,
  accesskeyUnique,
];
