import type { Check } from '../../check.ts';
import { charset } from './charset.ts';
import { descriptionLength } from './description-length.ts';
import { descriptionMultiple } from './description-multiple.ts';
import { doctype } from './doctype.ts';
import { headBroken } from './head-broken.ts';
import { lang } from './lang.ts';
import { langValid } from './lang-valid.ts';
import { metaDescription } from './meta-description.ts';
import { metaOutsideHead } from './meta-outside-head.ts';
import { title } from './title.ts';
import { titleEqualsH1 } from './title-equals-h1.ts';
import { titleLength } from './title-length.ts';
import { titleMultiple } from './title-multiple.ts';
import { urlFormat } from './url-format.ts';
import { viewport } from './viewport.ts';
import { viewportZoom } from './viewport-zoom.ts';

/** Title, description, language, encoding, viewport and URL. */
export const headChecks: readonly Check[] = [
  title,
  titleLength,
  titleMultiple,
  titleEqualsH1,
  metaDescription,
  descriptionLength,
  descriptionMultiple,
  metaOutsideHead,
  headBroken,
  lang,
  langValid,
  charset,
  doctype,
  viewport,
  viewportZoom,
  urlFormat,
];
