import type { Check } from '../../check.ts';
import { descriptionLength } from './description-length.ts';
import { descriptionMultiple } from './description-multiple.ts';
import { descriptionPlaceholder } from './description-placeholder.ts';
import { headBroken } from './head-broken.ts';
import { metaDescription } from './meta-description.ts';
import { metaOutsideHead } from './meta-outside-head.ts';
import { title } from './title.ts';
import { titleLength } from './title-length.ts';
import { titleMultiple } from './title-multiple.ts';
import { titlePlaceholder } from './title-placeholder.ts';
import { urlFormat } from './url-format.ts';
import { viewport } from './viewport.ts';

/** Title, description, viewport and URL. */
export const headChecks: readonly Check[] = [
  title,
  titlePlaceholder,
  titleLength,
  titleMultiple,
  metaDescription,
  descriptionPlaceholder,
  descriptionLength,
  descriptionMultiple,
  metaOutsideHead,
  headBroken,
  viewport,
  urlFormat,
];
