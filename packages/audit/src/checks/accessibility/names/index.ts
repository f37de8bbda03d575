import type { Check } from '../../check.ts';
import { headingEmpty } from './heading-empty.ts';
import { iframeName } from './iframe-name.ts';
import { imageAlt } from './image-alt.ts';
import { imageAltLong } from './image-alt-long.ts';
import { imageAltPlaceholder } from './image-alt-placeholder.ts';
import { imageButtonName } from './image-button-name.ts';
import { linkName } from './link-name.ts';

/** Names of images, links, frames and headings. */
export const nameChecks: readonly Check[] = [
  imageAlt,
  imageAltPlaceholder,
  imageAltLong,
  imageButtonName,
  linkName,
  iframeName,
  headingEmpty,
];
