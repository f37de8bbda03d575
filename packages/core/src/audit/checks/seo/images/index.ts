import type { Check } from '../../check.ts';
import { imageAlt } from './image-alt.ts';
import { imageAltLong } from './image-alt-long.ts';
import { imageButtonName } from './image-button-name.ts';
import { imageSizeAttrs } from './image-size-attrs.ts';

/** Images. */
export const imageChecks: readonly Check[] = [
  imageAlt,
  imageButtonName,
  imageAltLong,
  imageSizeAttrs,
];
