import type { Check } from '../../check.ts';
import { abbreviation } from './abbreviation.ts';
import { headingMarkup } from './heading-markup.ts';
import { headingOrder } from './heading-order.ts';
import { lang } from './lang.ts';
import { langMatchesText } from './lang-matches-text.ts';
import { langValid } from './lang-valid.ts';
import { listMarkup } from './list-markup.ts';
import { metaRefresh } from './meta-refresh.ts';
import { metaRefreshDelay } from './meta-refresh-delay.ts';
import { orientationLock } from './orientation-lock.ts';
import { textDirection } from './text-direction.ts';
import { textSpacing } from './text-spacing.ts';
import { uppercaseText } from './uppercase-text.ts';
import { viewportZoom } from './viewport-zoom.ts';

/** Language, zoom, reloads and the order of headings. */
export const documentChecks: readonly Check[] = [
  lang,
  langValid,
  langMatchesText,
  viewportZoom,
  orientationLock,
  metaRefresh,
  metaRefreshDelay,
  headingOrder,
  textDirection,
  headingMarkup,
  listMarkup,
  textSpacing,
  uppercaseText,
  abbreviation,
];
