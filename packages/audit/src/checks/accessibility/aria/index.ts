import type { Check } from '../../check.ts';
import { ariaAttributeAllowed } from './aria-attribute-allowed.ts';
import { ariaAttributeValid } from './aria-attribute-valid.ts';
import { ariaDeprecated } from './aria-deprecated.ts';
import { ariaHiddenBody } from './aria-hidden-body.ts';
import { ariaHiddenFocus } from './aria-hidden-focus.ts';
import { ariaNoneIgnored } from './aria-none-ignored.ts';
import { ariaRequiredAttributes } from './aria-required-attributes.ts';
import { ariaRequiredChildren } from './aria-required-children.ts';
import { ariaRequiredParent } from './aria-required-parent.ts';
import { ariaRoleAllowed } from './aria-role-allowed.ts';
import { ariaRoleValid } from './aria-role-valid.ts';
import { ariaValueValid } from './aria-value-valid.ts';
import { frameFocus } from './frame-focus.ts';
import { nestedFocus } from './nested-focus.ts';

/** Roles and attributes of ARIA, and what they hide. */
export const ariaChecks: readonly Check[] = [
  ariaHiddenBody,
  ariaHiddenFocus,
  nestedFocus,
  frameFocus,
  ariaRoleValid,
  ariaRoleAllowed,
  ariaAttributeValid,
  ariaAttributeAllowed,
  ariaValueValid,
  ariaRequiredAttributes,
  ariaRequiredParent,
  ariaRequiredChildren,
  ariaNoneIgnored,
  ariaDeprecated,
];
