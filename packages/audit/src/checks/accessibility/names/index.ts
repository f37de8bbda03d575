import type { Check } from '../../check.ts';
import { headingEmpty } from './heading-empty.ts';
import { iframeName } from './iframe-name.ts';
import { iframeTitle } from './iframe-title.ts';
import { imageAlt } from './image-alt.ts';
import { imageAltLong } from './image-alt-long.ts';
import { imageAltPhrase } from './image-alt-phrase.ts';
import { imageAltPlaceholder } from './image-alt-placeholder.ts';
import { imageButtonName } from './image-button-name.ts';
import { imageRoleAlt } from './image-role-alt.ts';
import { linkFileFormat } from './link-file-format.ts';
import { linkName } from './link-name.ts';
import { linkPunctuation } from './link-punctuation.ts';
import { linkTwice } from './link-twice.ts';
import { linkUrlText } from './link-url-text.ts';
import { listLinkText } from './list-link-text.ts';

/** Names of images, links, frames and headings. */
export const nameChecks: readonly Check[] = [
  imageAlt,
  imageAltPlaceholder,
  imageAltLong,
  imageButtonName,
  linkName,
  iframeName,
  iframeTitle,
  headingEmpty,
  imageRoleAlt,
  imageAltPhrase,
  linkPunctuation,
  linkUrlText,
  linkTwice,
  listLinkText,
  linkFileFormat,
];
