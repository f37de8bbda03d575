import type { Check } from '../../check.ts';
import { imageFormat } from './image-format.ts';
import { imageLazy } from './image-lazy.ts';
import { imageSizeAttrs } from './image-size-attrs.ts';
import { imageSrcset } from './image-srcset.ts';
import { imageWeight } from './image-weight.ts';
import { maxImagePreview } from './max-image-preview.ts';
import { pictureImg } from './picture-img.ts';

/** Images. */
export const imageChecks: readonly Check[] = [
  imageSizeAttrs,
  imageFormat,
  imageSrcset,
  imageWeight,
  imageLazy,
  pictureImg,
  maxImagePreview,
];
