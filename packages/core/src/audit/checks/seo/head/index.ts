import type { Check } from '../../check.ts';
import { charset } from './charset.ts';
import { lang } from './lang.ts';
import { metaDescription } from './meta-description.ts';
import { title } from './title.ts';
import { titleLength } from './title-length.ts';
import { viewport } from './viewport.ts';

/** What the head says: title, description, language, character set, viewport. */
export const headChecks: readonly Check[] = [
  title,
  titleLength,
  metaDescription,
  lang,
  viewport,
  charset,
];
