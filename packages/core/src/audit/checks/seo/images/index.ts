import type { Check } from '../../check.ts';
import { imageAlt } from './image-alt.ts';
import { imageAltLong } from './image-alt-long.ts';
import { imageAltPlaceholder } from './image-alt-placeholder.ts';
import { imageButtonName } from './image-button-name.ts';
import { imageFormat } from './image-format.ts';
import { imageLazy } from './image-lazy.ts';
import { imageSizeAttrs } from './image-size-attrs.ts';
import { imageWeight } from './image-weight.ts';
import { pictureImg } from './picture-img.ts';

/** Images. */
export const imageChecks: readonly Check[] = [
  imageAlt,
  imageAltPlaceholder,
  imageButtonName,
  imageAltLong,
  imageSizeAttrs,
  imageFormat,
  imageWeight,
  imageLazy,
  pictureImg,
];
