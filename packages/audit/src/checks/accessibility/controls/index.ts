import type { Check } from '../../check.ts';
import { accesskey } from './accesskey.ts';
import { accesskeyUnique } from './accesskey-unique.ts';
import { autocompleteValid } from './autocomplete-valid.ts';
import { buttonName } from './button-name.ts';
import { buttonText } from './button-text.ts';
import { fieldGroup } from './field-group.ts';
import { fieldLabel } from './field-label.ts';
import { fieldLabels } from './field-labels.ts';
import { fieldsetLegend } from './fieldset-legend.ts';
import { focusKept } from './focus-kept.ts';
import { inputType } from './input-type.ts';
import { keyboardReachable } from './keyboard-reachable.ts';
import { labelFor } from './label-for.ts';
import { labelInName } from './label-in-name.ts';
import { linkRoleButton } from './link-role-button.ts';
import { menuItemName } from './menu-item-name.ts';
import { pasteAllowed } from './paste-allowed.ts';
import { placeholderLabel } from './placeholder-label.ts';
import { selectNavigates } from './select-navigates.ts';
import { tabindexPositive } from './tabindex-positive.ts';
import { widgetName } from './widget-name.ts';

/** Names, labels and keys of controls. */
export const controlChecks: readonly Check[] = [
  buttonName,
  menuItemName,
  widgetName,
  fieldLabel,
  labelFor,
  fieldLabels,
  labelInName,
  autocompleteValid,
  inputType,
  pasteAllowed,
  tabindexPositive,
  accesskeyUnique,
  fieldGroup,
  fieldsetLegend,
  placeholderLabel,
  buttonText,
  keyboardReachable,
  linkRoleButton,
  selectNavigates,
  focusKept,
  accesskey,
];
